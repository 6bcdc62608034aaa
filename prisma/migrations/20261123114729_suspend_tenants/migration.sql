-- AlterTable
ALTER TABLE "billing_entities" ADD COLUMN     "suspension" JSONB;

-- CreateIndex
CREATE INDEX "billing_entities_suspended" ON "billing_entities"("id" DESC) WHERE (suspension IS NOT NULL);
