-- Apart from the new columns, whose lock would keep readers out while the indexes are built.
CREATE UNIQUE INDEX IF NOT EXISTS "items_parent_item_id_key" ON "items"("parent_item_id");

CREATE INDEX IF NOT EXISTS "items_seller_id_status_no_idx" ON "items"("seller_id", "status", "no");
DROP INDEX IF EXISTS "items_seller_id_status_idx";

-- The default order of a seller's items.
CREATE INDEX IF NOT EXISTS "items_seller_stop_time_idx" ON "items"
  ("seller_id", item_stop_time("closed_at", "listing_type_id", "date_created"), "no");

-- Few items have a SKU.
CREATE INDEX IF NOT EXISTS "items_seller_sku_idx" ON "items"
  ("seller_id", jsonb_path_query_first("attributes", '$[*] ? (@.id == "SELLER_SKU").value_name'))
  WHERE jsonb_path_query_first("attributes", '$[*] ? (@.id == "SELLER_SKU").value_name') IS NOT NULL;
