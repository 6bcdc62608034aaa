-- CreateEnum
CREATE TYPE "notice_level" AS ENUM ('ALL', 'MENTIONS', 'NONE');

-- AlterTable
ALTER TABLE "read_places" ADD COLUMN     "level" "notice_level" NOT NULL DEFAULT 'MENTIONS',
ADD COLUMN     "quiet_until" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "read_places_all" ON "read_places"("room_id") WHERE (level = 'ALL');
