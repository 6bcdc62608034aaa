-- AlterTable
ALTER TABLE "events" ADD COLUMN     "is_logged" BOOLEAN NOT NULL DEFAULT true;

-- Samples and copies for redeliveries that are there already: they were sent to one webhook alone.
UPDATE "events" e SET "is_logged" = false
WHERE e."object_id" = '' OR EXISTS (SELECT 1 FROM "deliveries" d WHERE d."event_id" = e."id" AND d."is_test");

-- CreateIndex
CREATE INDEX "events_room_id_created_at_id_idx" ON "events"("room_id" DESC, "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "events_type_room_id_created_at_id_idx" ON "events"("type" DESC, "room_id" DESC, "created_at" DESC, "id" DESC);

-- DropIndex: the new index of the room begins with the same columns.
DROP INDEX "events_room_id_created_at_idx";
