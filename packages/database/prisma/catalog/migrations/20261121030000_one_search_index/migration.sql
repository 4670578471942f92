-- One index for words and keys: a rare word passes over the long lists of a site or a category.
-- DropIndex
DROP INDEX "listings_keys_idx";

-- DropIndex
DROP INDEX "listings_words_idx";

-- CreateIndex
CREATE INDEX "listings_words_keys_idx" ON "listings" USING GIN ("words", "keys");
