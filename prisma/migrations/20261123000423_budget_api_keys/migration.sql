-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "monthly_units_max" INTEGER;

-- AlterTable
ALTER TABLE "unit_ledger" ADD COLUMN     "key_units" JSONB;

-- AlterTable
ALTER TABLE "unit_reservations" ADD COLUMN     "api_key_id" TEXT;
