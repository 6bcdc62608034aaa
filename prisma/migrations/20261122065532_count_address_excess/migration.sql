-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "address" TEXT,
ADD COLUMN     "requests" INTEGER NOT NULL DEFAULT 1;
