-- A seller's questions, sorted by item or by asker: filters by status and time are decided in the index, without
-- reading rows of other pages. Indexes of a table that is there: on a large one they are made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "questions_seller_item" ON "questions" ("seller_id", "item_id", "id", "status", "created_at");
CREATE INDEX IF NOT EXISTS "questions_seller_asker" ON "questions" ("seller_id", "asker_id", "id", "status", "created_at");
DROP INDEX IF EXISTS "questions_seller_id_item_id_id_idx";
DROP INDEX IF EXISTS "questions_seller_id_asker_id_id_idx";
