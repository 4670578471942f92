-- The shipment that a later order of a pack joins. Few shipments are open at a time; on a large table it is made
-- beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "shipments_open_of_pack" ON "shipments" ("pack_id")
  WHERE "pack_id" IS NOT NULL AND "status" IN ('pending', 'handling', 'ready_to_ship');
