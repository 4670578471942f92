-- Indexes of a table that is there: on a large one they are made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "orders_seller_id_created_at_idx" ON "orders"("seller_id", "created_at");
CREATE INDEX IF NOT EXISTS "orders_buyer_id_created_at_idx" ON "orders"("buyer_id", "created_at");
CREATE INDEX IF NOT EXISTS "orders_seller_id_last_updated_idx" ON "orders"("seller_id", "last_updated");
CREATE INDEX IF NOT EXISTS "orders_buyer_id_last_updated_idx" ON "orders"("buyer_id", "last_updated");
CREATE INDEX IF NOT EXISTS "orders_shipment_id_idx" ON "orders"("shipment_id");
CREATE INDEX IF NOT EXISTS "orders_item_id_idx" ON "orders"("item_id");
-- The order of a seller's list, and of what is open in it.
CREATE INDEX IF NOT EXISTS "orders_of_seller" ON "orders" ("seller_id", (coalesce("closed_at", "created_at")), "id");
-- What the jobs look for; each is empty most of the time.
CREATE INDEX IF NOT EXISTS "orders_without_shipment" ON "orders" ("created_at")
  WHERE "shipment_id" IS NULL AND "status" = 'paid' AND NOT "no_shipping";
CREATE INDEX IF NOT EXISTS "orders_unpaid" ON "orders" ("created_at")
  WHERE "status" IN ('confirmed', 'payment_required', 'payment_in_process', 'partially_paid') AND NOT "unfulfilled";
CREATE INDEX IF NOT EXISTS "orders_returning_stock" ON "orders" ("id") WHERE "stock" = 'returning';
CREATE INDEX IF NOT EXISTS "orders_cancelling" ON "orders" ("id") WHERE "cancel_request" IS NOT NULL;
CREATE INDEX IF NOT EXISTS "orders_without_title" ON "orders" ("id") WHERE "title" IS NULL;
