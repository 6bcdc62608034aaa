-- AlterTable
ALTER TABLE "unit_reservations" ADD COLUMN     "is_confirmed" BOOLEAN NOT NULL DEFAULT false;
