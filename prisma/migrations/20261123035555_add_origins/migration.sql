-- AlterTable
ALTER TABLE "files" ADD COLUMN     "via_id" TEXT,
ADD COLUMN     "via_request_id" TEXT;

-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "via_id" TEXT,
ADD COLUMN     "via_request_id" TEXT;

-- AlterTable
ALTER TABLE "records" ADD COLUMN     "changed_via_id" TEXT,
ADD COLUMN     "changed_via_request_id" TEXT,
ADD COLUMN     "via_id" TEXT,
ADD COLUMN     "via_request_id" TEXT;

-- AlterTable
ALTER TABLE "tasks" ADD COLUMN     "changed_via_id" TEXT,
ADD COLUMN     "changed_via_request_id" TEXT,
ADD COLUMN     "via_id" TEXT,
ADD COLUMN     "via_request_id" TEXT;
