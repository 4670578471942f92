-- Indexes of a table that is there: on a large one they are made beforehand, CONCURRENTLY.
CREATE UNIQUE INDEX IF NOT EXISTS "pictures_object_key_key" ON "pictures"("object_key");
