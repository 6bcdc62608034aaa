-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "trace_id" UUID;

-- AlterTable
ALTER TABLE "agent_runs" ADD COLUMN     "trace_id" UUID;
