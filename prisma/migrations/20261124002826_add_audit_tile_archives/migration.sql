-- CreateTable
CREATE TABLE "audit_tile_archives" (
    "file" TEXT NOT NULL,
    "first_tile" BIGINT NOT NULL,
    "tiles" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),
    "left_at" TIMESTAMPTZ(3),

    CONSTRAINT "audit_tile_archives_pkey" PRIMARY KEY ("file")
);

-- CreateIndex
CREATE INDEX "audit_tile_archives_first_tile_idx" ON "audit_tile_archives"("first_tile");
