-- With two indexes a plan that was made on an empty table read the whole minute once for each webhook that waits.
-- DropIndex
DROP INDEX "delivery_minutes_minute_idx";

-- AlterTable
ALTER TABLE "delivery_minutes" DROP CONSTRAINT "delivery_minutes_pkey",
ADD CONSTRAINT "delivery_minutes_pkey" PRIMARY KEY ("minute", "billing_entity_id");
