-- One row however many items are in a category: the reader looks them up. No join: its plan is kept from a
-- change of one category, and would compare each of 20,000 with each.
CREATE OR REPLACE FUNCTION record_updated_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (category_id)
    SELECT id FROM (
      SELECT id, name, path FROM new_categories EXCEPT SELECT id, name, path FROM old_categories) changed
    ORDER BY id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_updated_record AFTER UPDATE ON categories
  REFERENCING OLD TABLE AS old_categories NEW TABLE AS new_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_updated_categories();
