-- DropIndex
DROP INDEX "delivery_attempts_webhook_id_id_idx";

-- CreateIndex
CREATE INDEX "delivery_attempts_webhook_id_id_idx" ON "delivery_attempts"("webhook_id" DESC, "id" DESC);
