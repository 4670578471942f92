-- CreateIndex
CREATE INDEX IF NOT EXISTS "orders_seller_id_idx" ON "orders"("seller_id");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "orders_buyer_id_idx" ON "orders"("buyer_id");
