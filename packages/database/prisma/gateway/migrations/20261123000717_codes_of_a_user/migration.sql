-- CreateIndex
CREATE INDEX "grants_user_id_application_id_idx" ON "grants"("user_id", "application_id");
