-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "assignee_id" TEXT;

-- CreateIndex
CREATE INDEX "tasks_assignee_id_room_id_id_idx" ON "tasks"("assignee_id" DESC, "room_id" DESC, "id" DESC);

-- AddForeignKey: Prisma cannot say that only one of the two columns is set to NULL.
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_assignee_id_room_id_fkey" FOREIGN KEY ("assignee_id", "room_id") REFERENCES "room_members"("user_id", "room_id") ON DELETE SET NULL ("assignee_id") ON UPDATE CASCADE;
