-- CreateTable
CREATE TABLE "background_probes" (
    "id" INTEGER NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL,
    "answered_at" TIMESTAMPTZ(3),

    CONSTRAINT "background_probes_pkey" PRIMARY KEY ("id")
);
