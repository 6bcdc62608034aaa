-- DropIndex
DROP INDEX "audit_log_billing_entity_id_at_id_idx";

-- CreateTable
CREATE TABLE "saved_views" (
    "user_id" TEXT NOT NULL,
    "screen" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("user_id","screen","name")
);

-- CreateIndex
CREATE INDEX "audit_log_billing_entity_id_at_id_idx" ON "audit_log"("billing_entity_id" DESC, "at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_log_acts_idx" ON "audit_log"("billing_entity_id" DESC, "at" DESC, "id" DESC) WHERE (method = 'ACT');

-- AddForeignKey
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
