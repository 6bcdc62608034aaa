-- AlterTable
ALTER TABLE "webhooks" ADD COLUMN "standard_headers" BOOLEAN NOT NULL DEFAULT false;
