-- CreateTable
CREATE TABLE "request_details" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "surface" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "units_cost" INTEGER NOT NULL,
    "actor_type" TEXT,
    "credential_id" TEXT,
    "user_id" TEXT,
    "room_id" TEXT,
    "facts" TEXT NOT NULL,
    "transaction_id" BIGINT NOT NULL,

    CONSTRAINT "request_details_pkey" PRIMARY KEY ("billing_entity_id","at","id")
) PARTITION BY RANGE ("at");

-- One partition a day, made ahead of time by the service, in the schema where Prisma does not look. Rows of a day without a
-- partition are kept in the default one.
CREATE TABLE "partitions"."request_details_default" PARTITION OF "request_details" DEFAULT;

-- CreateTable
CREATE TABLE "request_hours" (
    "billing_entity_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
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

    CONSTRAINT "request_hours_pkey" PRIMARY KEY ("billing_entity_id","hour","slot")
);

-- CreateTable
CREATE TABLE "request_room_hours" (
    "billing_entity_id" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "requests" BIGINT NOT NULL,

    CONSTRAINT "request_room_hours_pkey" PRIMARY KEY ("billing_entity_id","room_id","hour")
);

-- CreateTable
CREATE TABLE "request_rollups" (
    "id" INTEGER NOT NULL,
    "transaction_id" BIGINT NOT NULL,
    "counted_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_rollups_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "request_details_errors_idx" ON "request_details"("billing_entity_id", "at", "id") WHERE (status >= 400);

-- CreateIndex
CREATE INDEX "request_details_transaction_id_idx" ON "request_details" USING BRIN ("transaction_id") WITH (autosummarize = on);

-- CreateIndex
CREATE INDEX "request_hours_hour_idx" ON "request_hours"("hour");

-- CreateIndex
CREATE INDEX "request_room_hours_hour_idx" ON "request_room_hours"("hour");

-- There are no rows of earlier transactions.
INSERT INTO "request_rollups" ("id", "transaction_id", "counted_until")
VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, now());
