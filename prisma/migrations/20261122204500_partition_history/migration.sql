-- Events, ended deliveries and attempts get a partition a day, which is dropped whole after 90 days (decision 46).
-- Rows that are there already stay together in `<table>_until_<day>`; only deliveries are copied, because they take a
-- copy of their event. The previous version of the service cannot write deliveries to these tables.

-- DropForeignKey: a table that others reference cannot lose a partition cheaply.
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_delivery_id_fkey";
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_event_id_fkey";
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_webhook_id_fkey";

ALTER TABLE "events" SET SCHEMA "partitions";
ALTER TABLE "partitions"."events" RENAME TO "events_before";
ALTER TABLE "deliveries" SET SCHEMA "partitions";
ALTER TABLE "partitions"."deliveries" RENAME TO "deliveries_before";
ALTER TABLE "delivery_attempts" SET SCHEMA "partitions";
ALTER TABLE "partitions"."delivery_attempts" RENAME TO "delivery_attempts_before";

-- CreateTable
CREATE TABLE "events" (
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "room_id" TEXT NOT NULL,
    "organization_id" TEXT,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "v1_data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("id","created_at")
) PARTITION BY RANGE ("created_at");

CREATE INDEX "events_room_id_created_at_id_idx" ON "events"("room_id" DESC, "created_at" DESC, "id" DESC);
CREATE INDEX "events_type_room_id_created_at_id_idx" ON "events"("type" DESC, "room_id" DESC, "created_at" DESC, "id" DESC);
CREATE TABLE "partitions"."events_default" PARTITION OF "events" DEFAULT;

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "event_type" TEXT NOT NULL,
    "event_at" TIMESTAMPTZ(3) NOT NULL,
    "object_type" TEXT,
    "object_id" TEXT,
    "v1_data" JSONB,
    "billing_entity_id" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "is_redelivery" BOOLEAN NOT NULL DEFAULT false,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "next_attempt_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id","state","event_at")
) PARTITION BY LIST ("state");

CREATE INDEX "deliveries_webhook_id_created_at_idx" ON "deliveries"("webhook_id", "created_at" DESC);
CREATE INDEX "deliveries_event_id_idx" ON "deliveries"("event_id");

-- The queue, and deliveries that are paused: however old, no partition that is dropped holds them. Each row is updated
-- by its claim, on the same page where there is room, and leaves with its last attempt.
CREATE TABLE "partitions"."deliveries_waiting" PARTITION OF "deliveries" (
    CONSTRAINT "deliveries_waiting_event_check" CHECK ("object_type" IS NOT NULL AND "object_id" IS NOT NULL)
) FOR VALUES IN ('PENDING', 'RETRYING', 'HELD')
  WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, vacuum_truncate = false);
-- A plan that was made while the queue was empty would read the whole of it for each row once it is long. Its file is never
-- shorter than this, free for reuse, so that every plan finds rows by an index.
INSERT INTO "partitions"."deliveries_waiting" ("id", "webhook_id", "event_id", "event_type", "event_at", "object_type", "object_id", "billing_entity_id", "created_at")
SELECT gen_random_uuid(), repeat('-', 30), repeat('-', 30), repeat('-', 30), now(), '', repeat('-', 30), repeat('-', 30), now() FROM generate_series(1, 20000);
DELETE FROM "partitions"."deliveries_waiting";
ALTER TABLE "partitions"."deliveries_waiting" ADD CONSTRAINT "deliveries_waiting_webhook_id_fkey"
  FOREIGN KEY ("webhook_id") REFERENCES "webhooks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "deliveries_due_idx" ON "partitions"."deliveries_waiting"("webhook_id" COLLATE "C", "next_attempt_at")
  WHERE (next_attempt_at IS NOT NULL);

CREATE TABLE "partitions"."deliveries_ended" PARTITION OF "deliveries" FOR VALUES IN ('SUCCEEDED', 'FAILED')
  PARTITION BY RANGE ("event_at");
CREATE TABLE "partitions"."deliveries_default" PARTITION OF "partitions"."deliveries_ended" DEFAULT;

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" TEXT NOT NULL,
    "webhook_id" TEXT NOT NULL,
    "delivery_id" UUID,
    "event" TEXT NOT NULL,
    "event_id" TEXT,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "success" BOOLEAN NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "attempt" INTEGER NOT NULL,
    "duration_ms" INTEGER,
    "delivered_at" TIMESTAMPTZ(3) NOT NULL,
    "next_retry_at" TIMESTAMPTZ(3),
    "finalized_at" TIMESTAMPTZ(3),
    "payload" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_preview" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

CREATE INDEX "delivery_attempts_webhook_id_id_idx" ON "delivery_attempts"("webhook_id" DESC, "id" DESC);
CREATE INDEX "delivery_attempts_delivery_id_idx" ON "delivery_attempts"("delivery_id");
CREATE TABLE "partitions"."delivery_attempts_default" PARTITION OF "delivery_attempts" DEFAULT;

DO $$
DECLARE
  last_day date := (now() AT TIME ZONE 'UTC')::date + 1;
  last_at timestamptz := last_day::timestamp AT TIME ZONE 'UTC';
  suffix text := '_until_' || to_char(last_day, 'YYYY_MM_DD');
  ms bigint := extract(epoch FROM last_at) * 1000;
  last_id text := '';
BEGIN
  IF NOT EXISTS (SELECT FROM partitions.events_before) AND NOT EXISTS (SELECT FROM partitions.delivery_attempts_before) THEN
    DROP TABLE partitions.delivery_attempts_before, partitions.deliveries_before, partitions.events_before;
    RETURN;
  END IF;

  INSERT INTO deliveries (id, webhook_id, event_id, event_type, event_at, object_type, object_id, v1_data,
    billing_entity_id, state, attempts, is_redelivery, is_test, next_attempt_at, claimed_until, created_at)
  SELECT d.id, d.webhook_id, d.event_id, e.type, e.created_at, e.object_type, e.object_id, e.v1_data,
    d.billing_entity_id, d.state, d.attempts, d.is_redelivery, d.is_test, d.next_attempt_at, d.claimed_until, d.created_at
  FROM partitions.deliveries_before d JOIN partitions.events_before e ON e.id = d.event_id
  WHERE d.state IN ('PENDING', 'RETRYING', 'HELD') OR e.created_at >= last_at;

  CREATE TABLE partitions.deliveries_old (LIKE deliveries INCLUDING DEFAULTS);
  INSERT INTO partitions.deliveries_old (id, webhook_id, event_id, event_type, event_at, object_type, object_id, v1_data,
    billing_entity_id, state, attempts, is_redelivery, is_test, created_at)
  SELECT d.id, d.webhook_id, d.event_id, e.type, e.created_at,
    CASE WHEN d.state = 'FAILED' THEN e.object_type END, CASE WHEN d.state = 'FAILED' THEN e.object_id END,
    CASE WHEN d.state = 'FAILED' THEN e.v1_data END,
    d.billing_entity_id, d.state, d.attempts, d.is_redelivery, d.is_test, d.created_at
  FROM partitions.deliveries_before d JOIN partitions.events_before e ON e.id = d.event_id
  WHERE d.state IN ('SUCCEEDED', 'FAILED') AND e.created_at < last_at;
  ALTER TABLE partitions.deliveries_old ADD PRIMARY KEY (id, state, event_at);
  CREATE INDEX ON partitions.deliveries_old (webhook_id, created_at DESC);
  CREATE INDEX ON partitions.deliveries_old (event_id);
  -- Its rows are erased one by one, by their age, until the whole of it is old.
  CREATE INDEX ON partitions.deliveries_old (event_at);
  EXECUTE format('ALTER TABLE partitions.deliveries_old RENAME TO deliveries%s', suffix);
  EXECUTE format('ALTER TABLE partitions.deliveries_ended ATTACH PARTITION partitions.deliveries%s
    FOR VALUES FROM (MINVALUE) TO (%L)', suffix, last_at);

  ALTER TABLE partitions.delivery_attempts_before ADD COLUMN is_test boolean NOT NULL DEFAULT false;
  UPDATE partitions.delivery_attempts_before a SET is_test = true
  FROM partitions.deliveries_before d WHERE d.is_test AND a.delivery_id = d.id;
  DROP INDEX partitions.delivery_attempts_webhook_id_delivered_at_idx, partitions.delivery_attempts_delivered_at_idx;
  -- A TypeID begins with its milliseconds, in ten characters of five bits.
  FOR n IN 0..9 LOOP
    last_id := substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * n)) & 31)::int + 1, 1) || last_id;
  END LOOP;
  last_id := 'whd_' || last_id;
  WITH moved AS (DELETE FROM partitions.delivery_attempts_before WHERE id >= last_id RETURNING *)
  INSERT INTO delivery_attempts (id, webhook_id, delivery_id, event, event_id, is_test, success, status_code, error, attempt,
    duration_ms, delivered_at, next_retry_at, finalized_at, payload, request_headers, response_preview)
  SELECT id, webhook_id, delivery_id, event, event_id, is_test, success, status_code, error, attempt,
    duration_ms, delivered_at, next_retry_at, finalized_at, payload, request_headers, response_preview FROM moved;
  EXECUTE format('ALTER TABLE partitions.delivery_attempts_before RENAME TO delivery_attempts%s', suffix);
  EXECUTE format('ALTER TABLE delivery_attempts ATTACH PARTITION partitions.delivery_attempts%s
    FOR VALUES FROM (MINVALUE) TO (%L)', suffix, last_id);

  -- Samples, and copies that a redelivery made: deliveries hold their event now, and the log never showed these.
  DROP TABLE partitions.deliveries_before;
  DELETE FROM partitions.events_before WHERE NOT is_logged;
  ALTER TABLE partitions.events_before DROP COLUMN is_logged;
  ALTER TABLE partitions.events_before DROP CONSTRAINT events_pkey, ADD PRIMARY KEY (id, created_at);
  WITH moved AS (DELETE FROM partitions.events_before WHERE created_at >= last_at RETURNING *)
  INSERT INTO events (id, type, room_id, organization_id, object_type, object_id, v1_data, created_at)
  SELECT id, type, room_id, organization_id, object_type, object_id, v1_data, created_at FROM moved;
  EXECUTE format('ALTER TABLE partitions.events_before RENAME TO events%s', suffix);
  EXECUTE format('ALTER TABLE events ATTACH PARTITION partitions.events%s FOR VALUES FROM (MINVALUE) TO (%L)', suffix, last_at);
END $$;
