-- Finds the item that has a picture by its id. Apart from other changes, whose locks would keep readers out meanwhile.
CREATE INDEX IF NOT EXISTS "items_picture_ids_idx" ON "items"
  USING GIN (jsonb_path_query_array("pictures", '$[*].id') jsonb_path_ops);
