-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "device_name" TEXT,
ADD COLUMN     "place" TEXT,
ADD COLUMN     "token_hash" BYTEA;

-- CreateTable
CREATE TABLE "cli_logins" (
    "id" TEXT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "device_name" TEXT NOT NULL,
    "user_agent" TEXT,
    "address" TEXT NOT NULL,
    "place" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "polled_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by_id" TEXT,
    "is_approved" BOOLEAN NOT NULL DEFAULT false,
    "collected_at" TIMESTAMPTZ(3),

    CONSTRAINT "cli_logins_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cli_logins_secret_hash_key" ON "cli_logins"("secret_hash");

-- CreateIndex
CREATE UNIQUE INDEX "cli_logins_code_hash_key" ON "cli_logins"("code_hash");

-- CreateIndex
CREATE INDEX "cli_logins_address_created_at_idx" ON "cli_logins"("address", "created_at");

-- CreateIndex
CREATE INDEX "cli_logins_expires_at_idx" ON "cli_logins"("expires_at");

-- CreateIndex
CREATE INDEX "cli_logins_decided_by_id_idx" ON "cli_logins"("decided_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- AddForeignKey
ALTER TABLE "cli_logins" ADD CONSTRAINT "cli_logins_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
