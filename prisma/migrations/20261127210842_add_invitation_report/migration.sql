-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "reported_at" TIMESTAMPTZ(3);
