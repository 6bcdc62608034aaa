-- No function has a throttle.
ALTER TABLE "runner_runs" DROP COLUMN "throttle_key";
DROP TABLE "runner_throttles";
