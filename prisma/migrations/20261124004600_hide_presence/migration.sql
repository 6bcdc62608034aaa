-- AlterTable
ALTER TABLE "users" ADD COLUMN     "hides_presence" BOOLEAN NOT NULL DEFAULT false;
