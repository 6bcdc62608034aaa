-- CreateTable
CREATE TABLE "usage_alerts" (
    "subject_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "percent" SMALLINT NOT NULL,
    "billing_entity_id" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_alerts_pkey" PRIMARY KEY ("subject_id","month","percent")
);

-- CreateTable
CREATE TABLE "usage_alert_dismissals" (
    "user_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "month" DATE NOT NULL,
    "percent" SMALLINT NOT NULL,

    CONSTRAINT "usage_alert_dismissals_pkey" PRIMARY KEY ("subject_id","month","percent","user_id")
);

-- CreateIndex
CREATE INDEX "usage_alerts_billing_entity_id_month_idx" ON "usage_alerts"("billing_entity_id", "month");

-- AddForeignKey
ALTER TABLE "usage_alert_dismissals" ADD CONSTRAINT "usage_alert_dismissals_subject_id_month_percent_fkey" FOREIGN KEY ("subject_id", "month", "percent") REFERENCES "usage_alerts"("subject_id", "month", "percent") ON DELETE CASCADE ON UPDATE CASCADE;
