-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "details" JSONB,
ADD COLUMN     "resource_id" TEXT;
