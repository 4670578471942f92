-- Abandoned purchases are found by when they began in real time. Unfinished ones are few; on a large table the index
-- is made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "purchases_abandoned" ON "purchases" ("begun_at") WHERE "state" IN ('pending', 'returning');
DROP INDEX IF EXISTS "purchases_unfinished";
