-- Rows of the release before, whose site the service asks for. Empty afterwards.
CREATE INDEX IF NOT EXISTS "used_packs_without_site" ON "used_packs" ("pack_id") WHERE "site_id" IS NULL;
CREATE INDEX IF NOT EXISTS "fiscal_documents_without_site" ON "fiscal_documents" ("pack_id") WHERE "site_id" IS NULL;
