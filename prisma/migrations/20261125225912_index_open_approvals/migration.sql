-- CreateIndex
CREATE INDEX "approvals_open" ON "approvals"("created_at") WHERE (status = 'REQUESTED');
