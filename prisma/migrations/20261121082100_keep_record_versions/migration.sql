-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "decision_comment" TEXT,
ADD COLUMN     "version" INTEGER;

-- AlterTable
ALTER TABLE "records" ADD COLUMN     "saved_at" TIMESTAMPTZ(3),
ADD COLUMN     "unarchives_to" "record_status",
ADD COLUMN     "unlocks_to" "record_status",
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "record_versions" (
    "record_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "record_versions_pkey" PRIMARY KEY ("record_id","version")
);

-- AddForeignKey
ALTER TABLE "record_versions" ADD CONSTRAINT "record_versions_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "records"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Until now the last change of a record was always that of its text.
UPDATE "records" SET "saved_at" = "updated_at";
