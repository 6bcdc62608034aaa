-- AlterTable
ALTER TABLE "request_hours" ADD COLUMN     "first_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "request_room_hours" ADD COLUMN     "first_at" TIMESTAMPTZ(3),
ADD COLUMN     "last_at" TIMESTAMPTZ(3);
