-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "message_changes" (
    "message_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_changes_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE INDEX "message_changes_room_id_changed_at_idx" ON "message_changes"("room_id", "changed_at");

-- AddForeignKey
ALTER TABLE "message_changes" ADD CONSTRAINT "message_changes_message_id_fkey" FOREIGN KEY ("message_id") REFERENCES "messages"("id") ON DELETE CASCADE ON UPDATE CASCADE;
