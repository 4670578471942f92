-- 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, ...: the upper limits of the price counters.
CREATE OR REPLACE FUNCTION price_steps() RETURNS numeric[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT trim_scale(m * 10::numeric ^ e)
  FROM generate_series(0, 16) e, unnest(ARRAY[1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8]) m ORDER BY 1);
