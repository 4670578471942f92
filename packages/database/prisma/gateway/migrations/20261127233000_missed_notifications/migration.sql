-- The hourly purge finds what was missed long ago, of any application. On a large table the index is made beforehand,
-- CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "notification_deliveries_missed" ON "notification_deliveries" ("missed_at")
  WHERE "missed_at" IS NOT NULL;
