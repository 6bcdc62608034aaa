-- DropIndex
DROP INDEX "deliveries_billing_entity_id_next_attempt_at_idx";

-- AlterTable
ALTER TABLE "deliveries" ADD COLUMN     "is_test" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "delivery_minutes" (
    "billing_entity_id" TEXT NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "given" INTEGER NOT NULL,
    "last_given" INTEGER NOT NULL,

    CONSTRAINT "delivery_minutes_pkey" PRIMARY KEY ("billing_entity_id","minute")
);

-- CreateIndex
CREATE INDEX "delivery_minutes_minute_idx" ON "delivery_minutes"("minute");

-- CreateIndex
CREATE INDEX "deliveries_waiting_idx" ON "deliveries"("webhook_id", "next_attempt_at") WHERE (next_attempt_at IS NOT NULL);

-- CreateIndex
CREATE INDEX "delivery_attempts_webhook_id_delivered_at_idx" ON "delivery_attempts"("webhook_id", "delivered_at");
