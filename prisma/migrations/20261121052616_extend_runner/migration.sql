-- AlterTable
ALTER TABLE "runner_runs" ADD COLUMN     "expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "has_news" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "lapses" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "parent_run_id" TEXT,
ADD COLUMN     "parent_step_id" TEXT;

-- AlterTable
ALTER TABLE "runner_steps" ADD COLUMN     "condition" TEXT,
ADD COLUMN     "done_order" INTEGER;

-- CreateTable
CREATE TABLE "runner_throttles" (
    "key" TEXT NOT NULL,
    "used_until_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "runner_throttles_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "runner_runs_state_concurrency_key_wake_at_idx" ON "runner_runs"("state", "concurrency_key", "wake_at");

-- CreateIndex
CREATE INDEX "runner_runs_leased_until_idx" ON "runner_runs"("leased_until");

-- CreateIndex
CREATE INDEX "runner_runs_expires_at_idx" ON "runner_runs"("expires_at");

-- CreateIndex
CREATE INDEX "runner_runs_finished_at_idx" ON "runner_runs"("finished_at");

-- CreateIndex
CREATE INDEX "runner_runs_event_id_idx" ON "runner_runs"("event_id");

-- CreateIndex
CREATE INDEX "runner_steps_op_name_done_at_idx" ON "runner_steps"("op", "name", "done_at");
