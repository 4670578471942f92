-- Due steps are taken in the order of time and id: all shipments of a delivery range are due at one moment. On a large table
-- the index is made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "shipments_next_step_place" ON "shipments" ("next_step_at", "id")
  WHERE "next_step_at" IS NOT NULL;
