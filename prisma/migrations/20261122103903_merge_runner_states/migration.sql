-- A run that sleeps is ready at its wake_at. No function waits for an event or invokes another.
UPDATE "runner_runs" SET "state" = 'READY' WHERE "state" IN ('SLEEPING', 'WAITING');
UPDATE "runner_runs" SET "concurrency_key" = '' WHERE "concurrency_key" IS NULL;

-- PostgreSQL cannot drop values of a type, so the type is made again.
ALTER TYPE "runner_run_state" RENAME TO "runner_run_state_old";
CREATE TYPE "runner_run_state" AS ENUM ('READY', 'COMPLETED', 'FAILED', 'CANCELLED');
ALTER TABLE "runner_runs" ALTER COLUMN "state" DROP DEFAULT,
ALTER COLUMN "state" TYPE "runner_run_state" USING ("state"::text::"runner_run_state"),
ALTER COLUMN "state" SET DEFAULT 'READY';
DROP TYPE "runner_run_state_old";

DROP INDEX "runner_runs_function_id_state_idx";
ALTER TABLE "runner_runs" DROP COLUMN "has_news",
DROP COLUMN "parent_run_id",
DROP COLUMN "parent_step_id",
ALTER COLUMN "concurrency_key" SET NOT NULL,
ALTER COLUMN "concurrency_key" SET DEFAULT '';
