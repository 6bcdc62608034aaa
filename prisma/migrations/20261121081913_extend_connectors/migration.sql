-- AlterTable
ALTER TABLE "connectors" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "proxy_accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "public_accepted_at" TIMESTAMPTZ(3),
ADD COLUMN     "token_set_at" TIMESTAMPTZ(3);
