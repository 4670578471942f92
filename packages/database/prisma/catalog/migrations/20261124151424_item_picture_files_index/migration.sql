-- Finds what needs an uploaded file. Indexes of tables that are there: on large ones they are made beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS "items_picture_files_idx" ON "items"
  USING GIN (jsonb_path_query_array("pictures", '$[*].url ? (@ starts with "/pictures/files/")') jsonb_path_ops)
  WHERE jsonb_path_exists("pictures", '$[*].url ? (@ starts with "/pictures/files/")');

CREATE INDEX IF NOT EXISTS "pictures_files_needed_at_idx" ON "pictures"("needed_at") WHERE "object_key" IS NOT NULL;
