-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "leak_url" TEXT,
ADD COLUMN     "revoked_reason" TEXT;

-- AlterTable
ALTER TABLE "oauth_grants" ADD COLUMN     "leak_url" TEXT;
