-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "draft_key" BYTEA;

-- CreateIndex
CREATE UNIQUE INDEX "messages_draft_key" ON "messages"("draft_key") WHERE (draft_key IS NOT NULL);
