-- AlterTable
ALTER TABLE "oauth_apps" ADD COLUMN     "jwks" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "jwks_checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "jwks_fresh_until" TIMESTAMPTZ(3),
ADD COLUMN     "jwks_uri" TEXT,
ADD COLUMN     "uses_keys" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "oauth_client_assertions" (
    "hash" BYTEA NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "oauth_client_assertions_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "oauth_client_assertions_expires_at_idx" ON "oauth_client_assertions"("expires_at");
