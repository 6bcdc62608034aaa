-- CreateTable
CREATE TABLE "audit_archives" (
    "file" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "until_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "rows" BIGINT,
    "id_sum" TEXT,
    "bytes" BIGINT,
    "archived_at" TIMESTAMPTZ(3),
    "left_at" TIMESTAMPTZ(3),
    "leaves_left_at" TIMESTAMPTZ(3),
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_archives_pkey" PRIMARY KEY ("file")
);

-- CreateTable
CREATE TABLE "audit_archive_areas" (
    "owner" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "rows" BIGINT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "least_id" BIGINT NOT NULL,
    "greatest_id" BIGINT NOT NULL,
    "acts" TEXT[],
    "index_at" BIGINT NOT NULL,
    "index_bytes" INTEGER NOT NULL,
    "index_digest" BYTEA NOT NULL,

    CONSTRAINT "audit_archive_areas_pkey" PRIMARY KEY ("owner","file")
);

-- CreateTable
CREATE TABLE "audit_archiving" (
    "id" INTEGER NOT NULL,
    "holder" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "done_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_archiving_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_archives_from_at_idx" ON "audit_archives"("from_at");

-- CreateIndex
CREATE INDEX "audit_archive_areas_file_idx" ON "audit_archive_areas"("file");

-- A month has one file, and files that were never finished beside it.
CREATE UNIQUE INDEX "audit_archives_month_key" ON "audit_archives"("from_at") WHERE "archived_at" IS NOT NULL AND "erased_at" IS NULL;

INSERT INTO "audit_archiving" ("id") VALUES (1);
