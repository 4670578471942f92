-- The blocks of a listing among those of its site, in several sizes: by number (4096 and 8, 64, 512 times as many) and by
-- price (16 blocks from a price to its double, and the same in eights). A search reads its matches block by block, from the
-- newest or the cheapest on, and stops when it has enough. Price blocks are the first bits of the IEEE 754 number, so that they
-- never depend on rounding. Prices below 1 share a block.
CREATE OR REPLACE FUNCTION listing_places(site text, no bigint, price numeric) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY[site || 'n0:' || (no >> 12), site || 'n1:' || (no >> 15), site || 'n2:' || (no >> 18), site || 'n3:' || (no >> 21)]
  || CASE WHEN price IS NULL THEN ARRAY[site || 'p'] ELSE ARRAY[
    site || 'p0:' || (('x' || encode(float8send(greatest(price, 1)::float8), 'hex'))::bit(64)::bigint >> 48),
    site || 'p1:' || (('x' || encode(float8send(greatest(price, 1)::float8), 'hex'))::bit(64)::bigint >> 51)] END;
