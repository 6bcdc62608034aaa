-- AlterTable
ALTER TABLE "agent_runs" ADD COLUMN     "fingerprint" BYTEA,
ADD COLUMN     "idempotency_key" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "agent_runs_requested_by_id_idempotency_key_key" ON "agent_runs"("requested_by_id", "idempotency_key");
