-- The job goes by when an order was paid, so that it does not overtake the request that pays an old one. On a large
-- table the index is made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "orders_awaiting_shipment" ON "orders" ((coalesce("closed_at", "created_at")), "id")
  WHERE "shipment_id" IS NULL AND "status" IN ('paid', 'partially_refunded') AND NOT "no_shipping";
DROP INDEX IF EXISTS "orders_lacking_shipment";
