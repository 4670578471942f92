-- Finds the items whose time is over. An index of a table that is there: on a large one it is made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "items_open_stop_time_idx" ON "items"
  (item_stop_time("closed_at", "listing_type_id", "date_created")) WHERE "status" <> 'closed';
