-- All counters of a statement in one order, whatever the order of its questions: two statements about several
-- items of a seller cannot deadlock.
CREATE OR REPLACE FUNCTION count_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO question_counts AS c (scope, status, hidden, shard, count)
      SELECT scope, status, hidden, pg_backend_pid() % 16, count(*)
      FROM added CROSS JOIN LATERAL (VALUES ('item:' || item_id), ('seller:' || seller_id)) AS counted (scope)
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      ON CONFLICT (scope, status, hidden, shard) DO UPDATE SET count = c.count + excluded.count;
  ELSE
    INSERT INTO question_counts AS c (scope, status, hidden, shard, count)
      SELECT scope, status, hidden, pg_backend_pid() % 16, sum(n) FROM (
        SELECT seller_id, item_id, status, hidden, 1 AS n FROM added
        UNION ALL SELECT seller_id, item_id, status, hidden, -1 FROM removed) AS both_sides
        CROSS JOIN LATERAL (VALUES ('item:' || item_id), ('seller:' || seller_id)) AS counted (scope)
      GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3
      ON CONFLICT (scope, status, hidden, shard) DO UPDATE SET count = c.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER questions_counted_insert AFTER INSERT ON questions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_questions();

CREATE OR REPLACE TRIGGER questions_counted_update AFTER UPDATE ON questions
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_questions();
