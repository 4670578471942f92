CREATE OR REPLACE FUNCTION add_question_counts(seller bigint, item text, of_status text, of_hidden boolean, n bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_counts AS c (scope, status, hidden, shard, count)
  SELECT scope, of_status, of_hidden, pg_backend_pid() % 16, n FROM unnest(ARRAY['item:' || item, 'seller:' || seller]) AS scope
  ON CONFLICT (scope, status, hidden, shard) DO UPDATE SET count = c.count + excluded.count;
$$;
