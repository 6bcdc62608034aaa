-- CreateIndex
CREATE INDEX "boards_room_id_id_idx" ON "boards"("room_id" DESC, "id" DESC);
