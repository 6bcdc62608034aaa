-- Only a sleep is saved before it ends, and its run tells when: wake_at.
DELETE FROM "runner_steps" WHERE "done_at" IS NULL AND "op" <> 'Sleep';
UPDATE "runner_steps" s SET "done_order" =
  (SELECT coalesce(max(o."done_order"), 0) + 1 FROM "runner_steps" o WHERE o."run_id" = s."run_id")
WHERE "done_order" IS NULL;

DROP INDEX "runner_steps_op_name_done_at_idx";
DROP INDEX "runner_steps_wake_at_idx";
ALTER TABLE "runner_steps" DROP COLUMN "attempt",
DROP COLUMN "condition",
DROP COLUMN "done_at",
DROP COLUMN "op",
DROP COLUMN "wake_at",
ALTER COLUMN "done_order" SET NOT NULL;
