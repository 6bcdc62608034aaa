-- AlterTable: a constant first, so that existing rows are not rewritten.
ALTER TABLE "audit_log" ADD COLUMN     "transaction_id" BIGINT NOT NULL DEFAULT 0;
ALTER TABLE "audit_log" ALTER COLUMN "transaction_id" SET DEFAULT ((pg_current_xact_id())::text)::bigint;

-- CreateTable
CREATE TABLE "audit_streams" (
    "id" TEXT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "bucket" TEXT,
    "region" TEXT,
    "prefix" TEXT,
    "access_key_id" TEXT,
    "secret_ciphertext" TEXT NOT NULL,
    "run_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "since_transaction_id" BIGINT NOT NULL,
    "paused_at" TIMESTAMPTZ(3),
    "paused_reason" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "claimed_until" TIMESTAMPTZ(3),
    "failures" INTEGER NOT NULL DEFAULT 0,
    "failing_since" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "last_error_at" TIMESTAMPTZ(3),
    "last_success_at" TIMESTAMPTZ(3),
    "sent_rows" BIGINT NOT NULL DEFAULT 0,
    "lost_rows" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "audit_streams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_stream_rows" (
    "stream_id" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "audit_id" BIGINT NOT NULL,

    CONSTRAINT "audit_stream_rows_pkey" PRIMARY KEY ("stream_id","seq")
);

-- CreateTable
CREATE TABLE "audit_tail" (
    "id" INTEGER NOT NULL,
    "transaction_id" BIGINT NOT NULL,

    CONSTRAINT "audit_tail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_streams_billing_entity_id_idx" ON "audit_streams"("billing_entity_id");

-- CreateIndex
CREATE INDEX "audit_streams_run_by_id_idx" ON "audit_streams"("run_by_id");

-- CreateIndex
CREATE INDEX "audit_streams_next_attempt_at_idx" ON "audit_streams"("next_attempt_at");

-- CreateIndex
CREATE INDEX "audit_stream_rows_at_idx" ON "audit_stream_rows"("at");

-- CreateIndex
CREATE INDEX "audit_log_transaction_id_idx" ON "audit_log" USING BRIN ("transaction_id") WITH (autosummarize = on);

-- AddForeignKey
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_billing_entity_id_fkey" FOREIGN KEY ("billing_entity_id") REFERENCES "billing_entities"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_streams" ADD CONSTRAINT "audit_streams_run_by_id_fkey" FOREIGN KEY ("run_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- There are no rows of earlier transactions.
INSERT INTO "audit_tail" ("id", "transaction_id") VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint);
