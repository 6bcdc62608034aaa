-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "recorded_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "recorded_bodies" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "api_key_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "request_body" TEXT,
    "response_body" TEXT,

    CONSTRAINT "recorded_bodies_pkey" PRIMARY KEY ("api_key_id","at","id")
) PARTITION BY RANGE ("at");

-- One partition a day, made and dropped by the service like those of request_details.
CREATE TABLE "partitions"."recorded_bodies_default" PARTITION OF "recorded_bodies" DEFAULT;
