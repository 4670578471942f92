-- Apart from the new columns, whose lock would keep readers out while the indexes are built.
CREATE INDEX IF NOT EXISTS "items_seller_id_no_idx" ON "items"("seller_id", "no");

-- Few items have a code of their own.
CREATE INDEX IF NOT EXISTS "items_seller_custom_field_idx" ON "items"("seller_id", "seller_custom_field")
  WHERE "seller_custom_field" IS NOT NULL;
