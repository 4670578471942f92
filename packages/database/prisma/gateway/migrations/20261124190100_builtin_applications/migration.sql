-- CreateIndex
CREATE UNIQUE INDEX IF NOT EXISTS "applications_builtin_key" ON "applications"("builtin");
