-- Applies changes of listings to the facet counters. A long transaction, such as a tree import, uses a counter shard of its
-- own, named by set_config('marketplace.counter_shard', ..., true). In the shard of its process it would block every writer
-- that shares the shard.
CREATE OR REPLACE FUNCTION apply_listing_changes(changes listing_change[]) RETURNS void LANGUAGE sql AS $$
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
    SELECT category_id, key,
      coalesce(nullif(current_setting('marketplace.counter_shard', true), '')::smallint, pg_backend_pid() % 8), sum(n)
    FROM (
      SELECT category_id, key, n FROM changed, unnest(path) category_id, unnest(keys) key
      UNION ALL
      SELECT path[i], 'category=' || path[i + 1], n FROM changed, generate_series(1, cardinality(path) - 1) i
    ) each GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2
    ON CONFLICT (category_id, key, shard) DO UPDATE SET count = f.count + excluded.count;
$$;
