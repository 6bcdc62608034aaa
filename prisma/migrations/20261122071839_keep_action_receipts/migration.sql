-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "receipt" TEXT;
