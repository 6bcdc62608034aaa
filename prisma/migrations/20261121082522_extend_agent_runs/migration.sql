-- AlterTable
ALTER TABLE "agent_runs" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "cancel_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "claim_token" TEXT,
ADD COLUMN     "claimed_at" TIMESTAMPTZ(3),
ADD COLUMN     "reason_code" TEXT,
ADD COLUMN     "request_id" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "reservation_id" UUID,
ADD COLUMN     "result" JSONB,
ADD COLUMN     "steps" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "units_charged" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "agent_runs_requested_by_id_id_idx" ON "agent_runs"("requested_by_id", "id" DESC);

-- CreateIndex
CREATE INDEX "agent_runs_state_id_idx" ON "agent_runs"("state", "id");
