-- CreateIndex
CREATE INDEX "agent_runs_billing_entity_id_started_at_idx" ON "agent_runs"("billing_entity_id", "started_at");
