-- CreateTable
CREATE TABLE "service_load" (
    "at" TIMESTAMPTZ(0) NOT NULL,
    "seconds" INTEGER NOT NULL,
    "requests" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "limited" INTEGER NOT NULL,
    "durations" INTEGER[] NOT NULL,
    "oldest_due_seconds" INTEGER,

    CONSTRAINT "service_load_pkey" PRIMARY KEY ("at","seconds")
);
