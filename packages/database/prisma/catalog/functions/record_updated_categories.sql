-- One row however many items are in a category: the reader looks them up.
CREATE OR REPLACE FUNCTION record_updated_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (category_id)
    SELECT n.id FROM new_categories n JOIN old_categories o USING (id)
    WHERE (n.name, n.path) IS DISTINCT FROM (o.name, o.path) ORDER BY n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_updated_record AFTER UPDATE ON categories
  REFERENCING OLD TABLE AS old_categories NEW TABLE AS new_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_updated_categories();
