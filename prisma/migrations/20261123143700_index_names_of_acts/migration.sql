-- CreateIndex
CREATE INDEX "audit_log_act_names_idx" ON "audit_log"("route" DESC, "at" DESC, "id" DESC) WHERE (method = 'ACT');
