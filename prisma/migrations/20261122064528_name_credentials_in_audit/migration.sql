-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "app_id" TEXT,
ADD COLUMN     "grant_id" TEXT;

-- AlterTable
ALTER TABLE "oauth_access_tokens" ADD COLUMN     "id" TEXT;
