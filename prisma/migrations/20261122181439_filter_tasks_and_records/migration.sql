-- CreateIndex
CREATE INDEX "records_room_id_updated_at_idx" ON "records"("room_id", "updated_at");

-- CreateIndex
CREATE INDEX "tasks_status_room_id_id_idx" ON "tasks"("status" DESC, "room_id" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tasks_room_id_updated_at_idx" ON "tasks"("room_id", "updated_at");
