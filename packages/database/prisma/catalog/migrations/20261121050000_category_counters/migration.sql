-- CreateTable
CREATE TABLE "category_listings" (
    "category_id" TEXT NOT NULL,
    "no" BIGINT NOT NULL,
    "price" DECIMAL(18,2),

    CONSTRAINT "category_listings_pkey" PRIMARY KEY ("category_id","no")
);

-- CreateTable
CREATE TABLE "facet_counts" (
    "category_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "facet_counts_pkey" PRIMARY KEY ("category_id","key","shard")
);

-- CreateIndex
CREATE INDEX "category_listings_category_id_price_no_idx" ON "category_listings"("category_id", "price", "no");



-- Counters change in place: room on their pages keeps that out of the index.
ALTER TABLE facet_counts SET (fillfactor = 70);

-- 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, ... : prices are counted up to such steps.
CREATE FUNCTION price_steps() RETURNS numeric[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT trim_scale(m * 10::numeric ^ e)
  FROM generate_series(0, 16) e, unnest(ARRAY[1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]) m ORDER BY 1);

-- A listing that comes (n is 1) or goes (n is -1).
CREATE TYPE listing_change AS (no bigint, keys text[], price numeric, n int);

-- Keeps what categories know of their listings. In order, so that two writers cannot wait for each other in a circle.
CREATE FUNCTION apply_listing_changes(changes listing_change[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM category_listings l USING unnest(changes) c, unnest(c.keys) k
    WHERE c.n < 0 AND k LIKE 'category=%' AND l.category_id = substr(k, 10) AND l.no = c.no;
  INSERT INTO category_listings (category_id, no, price)
    SELECT substr(k, 10), c.no, c.price FROM unnest(changes) c, unnest(c.keys) k
    WHERE c.n > 0 AND k LIKE 'category=%' ORDER BY 1, 2;

  INSERT INTO facet_counts AS f (category_id, key, shard, count)
    WITH steps AS (SELECT price_steps() AS steps), changed AS (
      SELECT n, ARRAY(SELECT substr(k, 10) FROM unnest(keys) k WHERE k LIKE 'category=%') AS path,
        ARRAY(SELECT k FROM unnest(keys) k WHERE k NOT LIKE 'category=%' AND k NOT LIKE 'site=%')
          || CASE WHEN price IS NULL THEN ARRAY['']
             ELSE ARRAY['', 'price=' || steps[width_bucket(price - 0.01, steps) + 1]] END AS keys
      FROM unnest(changes), steps
    )
    -- By process, so that writers seldom wait for each other.
    SELECT category_id, key, pg_backend_pid() % 8, sum(n) FROM (
      SELECT category_id, key, n FROM changed, unnest(path) category_id, unnest(keys) key
      UNION ALL
      SELECT path[i], 'category=' || path[i + 1], n FROM changed, generate_series(1, cardinality(path) - 1) i
    ) each GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
    ON CONFLICT (category_id, key, shard) DO UPDATE SET count = f.count + excluded.count;
$$;

CREATE FUNCTION count_inserted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(SELECT (no, keys, price, 1)::listing_change FROM added));
  RETURN NULL;
END $$;

CREATE FUNCTION count_updated_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(
    SELECT c FROM added a JOIN removed r USING (no),
      LATERAL (VALUES ((a.no, a.keys, a.price, 1)::listing_change), ((r.no, r.keys, r.price, -1)::listing_change)) both_sides (c)
    WHERE (a.keys, a.price) IS DISTINCT FROM (r.keys, r.price)));
  RETURN NULL;
END $$;

CREATE FUNCTION count_deleted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(SELECT (no, keys, price, -1)::listing_change FROM removed));
  RETURN NULL;
END $$;

CREATE TRIGGER listings_inserted AFTER INSERT ON listings REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_listings();
CREATE TRIGGER listings_updated AFTER UPDATE ON listings REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_listings();
CREATE TRIGGER listings_deleted AFTER DELETE ON listings REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_listings();

SELECT apply_listing_changes(ARRAY(SELECT (no, keys, price, 1)::listing_change FROM listings));
