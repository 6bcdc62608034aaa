-- CreateTable
CREATE TABLE "audit_tree" (
    "id" INTEGER NOT NULL,
    "origin" TEXT NOT NULL DEFAULT '',
    "size" BIGINT NOT NULL DEFAULT 0,
    "tail_transaction_id" BIGINT NOT NULL,
    "tail_audit_id" BIGINT NOT NULL DEFAULT 0,
    "checkpoint" TEXT NOT NULL DEFAULT '',
    "verifier_key" TEXT NOT NULL DEFAULT '',
    "appended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_tree_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_leaves" (
    "index" BIGINT NOT NULL,
    "audit_id" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "number" BIGINT NOT NULL,
    "salt" BYTEA NOT NULL,

    CONSTRAINT "audit_leaves_pkey" PRIMARY KEY ("index")
);

-- CreateTable
CREATE TABLE "audit_tiles" (
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "data" BYTEA NOT NULL,

    CONSTRAINT "audit_tiles_pkey" PRIMARY KEY ("level","index")
);

-- CreateTable
CREATE TABLE "audit_leaf_counts" (
    "owner" TEXT NOT NULL,
    "leaves" BIGINT NOT NULL,

    CONSTRAINT "audit_leaf_counts_pkey" PRIMARY KEY ("owner")
);

-- CreateTable
CREATE TABLE "audit_handovers" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "note" TEXT NOT NULL,

    CONSTRAINT "audit_handovers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "audit_leaves_audit_id_key" ON "audit_leaves"("audit_id");

-- Rows of earlier transactions are not in the tree: that they are as they were written could no longer be said.
INSERT INTO "audit_tree" ("id", "tail_transaction_id", "appended_at")
VALUES (1, pg_snapshot_xmin(pg_current_snapshot())::text::bigint, now() - interval '1 minute');
