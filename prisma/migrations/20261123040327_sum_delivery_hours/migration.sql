-- CreateTable
CREATE TABLE "delivery_hours" (
    "billing_entity_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "attempts" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,

    CONSTRAINT "delivery_hours_pkey" PRIMARY KEY ("billing_entity_id","hour","webhook_id")
);

-- CreateIndex
CREATE INDEX "delivery_hours_hour_idx" ON "delivery_hours"("hour");
