-- CreateTable
CREATE TABLE "request_days" (
    "billing_entity_id" TEXT NOT NULL,
    "day" TIMESTAMPTZ(0) NOT NULL,
    "slot" UUID NOT NULL,
    "surface" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "actor_type" TEXT,
    "credential_id" TEXT,
    "user_id" TEXT,
    "axis" TEXT,
    "requests" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "request_days_pkey" PRIMARY KEY ("billing_entity_id","day","slot")
);

-- CreateTable
CREATE TABLE "request_caller_hours" (
    "billing_entity_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "slot" UUID NOT NULL,
    "actor_type" TEXT,
    "credential_id" TEXT,
    "user_id" TEXT,
    "requests" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "refused" BIGINT NOT NULL,
    "failed" BIGINT NOT NULL,
    "duration_ms" BIGINT NOT NULL,

    CONSTRAINT "request_caller_hours_pkey" PRIMARY KEY ("billing_entity_id","hour","slot")
);

-- CreateIndex
CREATE INDEX "request_days_day_idx" ON "request_days"("day");

-- CreateIndex
CREATE INDEX "request_caller_hours_hour_idx" ON "request_caller_hours"("hour");

-- The sums that exist already.
INSERT INTO "request_days" (billing_entity_id, day, slot, surface, method, route, status, error_code, actor_type, credential_id,
  user_id, axis, requests, units, duration_ms)
SELECT billing_entity_id, date_trunc('day', hour, 'UTC') AS day, slot, surface, method, route, status, error_code, actor_type,
  credential_id, user_id, axis, sum(requests), sum(units), sum(duration_ms)
FROM "request_hours"
GROUP BY billing_entity_id, 2, slot, surface, method, route, status, error_code, actor_type, credential_id, user_id, axis;

INSERT INTO "request_caller_hours" (billing_entity_id, hour, slot, actor_type, credential_id, user_id, requests, units, refused,
  failed, duration_ms)
SELECT billing_entity_id, hour, md5(ROW(actor_type, credential_id, user_id)::text)::uuid AS slot, actor_type, credential_id,
  user_id, sum(requests), sum(units), coalesce(sum(requests) FILTER (WHERE status BETWEEN 400 AND 499), 0),
  coalesce(sum(requests) FILTER (WHERE status >= 500), 0), sum(duration_ms)
FROM "request_hours"
GROUP BY billing_entity_id, hour, actor_type, credential_id, user_id;
