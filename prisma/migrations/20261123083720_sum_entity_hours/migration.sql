-- CreateTable
CREATE TABLE "request_entity_hours" (
    "billing_entity_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "requests" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "request_entity_hours_pkey" PRIMARY KEY ("billing_entity_id","hour")
);

-- CreateIndex
CREATE INDEX "request_entity_hours_hour_idx" ON "request_entity_hours"("hour");

-- The sums that exist already.
INSERT INTO "request_entity_hours" (billing_entity_id, hour, requests, units, refused, failed, duration_ms)
SELECT billing_entity_id, hour, sum(requests), sum(units), sum(refused), sum(failed), sum(duration_ms)
FROM "request_caller_hours"
GROUP BY billing_entity_id, hour;
