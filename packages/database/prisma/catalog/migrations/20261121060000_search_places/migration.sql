-- DropIndex
DROP INDEX "listings_site_id_category_id_idx";

-- DropIndex
DROP INDEX "listings_words_keys_idx";



-- Where a listing lies among its site's, in blocks of several sizes: by number (4096 and 8, 64, 512 times as many), and by
-- price (16 blocks from a price to its double, and the same in eights). So a search can take its matches block by block, from
-- the newest or from the cheapest on, and stop when it has enough. The blocks of prices are the first bits of the number in
-- IEEE 754: they never depend on rounding. Prices below 1 share a block.
CREATE FUNCTION listing_places(site text, no bigint, price numeric) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[site || 'n0:' || (no >> 12), site || 'n1:' || (no >> 15), site || 'n2:' || (no >> 18), site || 'n3:' || (no >> 21)]
  || CASE WHEN price IS NULL THEN ARRAY[site || 'p'] ELSE ARRAY[
    site || 'p0:' || (('x' || encode(float8send(greatest(price, 1)::float8), 'hex'))::bit(64)::bigint >> 48),
    site || 'p1:' || (('x' || encode(float8send(greatest(price, 1)::float8), 'hex'))::bit(64)::bigint >> 51)] END;

-- One index for words, keys and places: the rarest of what is asked for passes over the long lists of the others.
CREATE INDEX listings_search_idx ON listings USING gin (words, keys, listing_places(site_id, no, price));
