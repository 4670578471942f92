-- Orders that were refunded in part are sent, too. The job finds few; on a large table the index is made
-- beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "orders_lacking_shipment" ON "orders" ("created_at")
  WHERE "shipment_id" IS NULL AND "status" IN ('paid', 'partially_refunded') AND NOT "no_shipping";
DROP INDEX IF EXISTS "orders_without_shipment";
