CREATE OR REPLACE FUNCTION count_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_question_counts(seller_id, item_id, status, hidden, n) FROM (
      SELECT seller_id, item_id, status, hidden, count(*) AS n FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4) AS s;
  ELSE
    PERFORM add_question_counts(seller_id, item_id, status, hidden, n) FROM (
      SELECT seller_id, item_id, status, hidden, sum(n) AS n FROM (
        SELECT seller_id, item_id, status, hidden, 1 AS n FROM added
        UNION ALL SELECT seller_id, item_id, status, hidden, -1 FROM removed) AS both_sides
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4) AS s;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER questions_counted_insert AFTER INSERT ON questions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_questions();

CREATE OR REPLACE TRIGGER questions_counted_update AFTER UPDATE ON questions
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_questions();
