-- Apart from the new column, whose lock would keep readers out while the index is built. A seller's search for a SKU reads it.
CREATE INDEX IF NOT EXISTS "items_seller_variations_idx" ON "items" ("seller_id") WHERE "variations" <> '[]';
