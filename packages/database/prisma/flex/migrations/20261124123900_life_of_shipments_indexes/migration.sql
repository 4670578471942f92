-- Indexes of a table that is there: on a large one they are made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "shipments_order_ids_idx" ON "shipments" USING GIN ("order_ids");
-- What the jobs look for.
CREATE INDEX IF NOT EXISTS "shipments_next_step" ON "shipments" ("next_step_at") WHERE "next_step_at" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "shipments_untold" ON "shipments" ("id") WHERE "told_version" < "version" AND "order_id" IS NOT NULL;
