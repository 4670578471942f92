-- Every change of roles or status looks for the operators, who are few.
CREATE INDEX IF NOT EXISTS "users_operators_idx" ON "users"("id") WHERE 'operator' = ANY ("roles");
