-- Stock and dates are not searched, so a sale does not touch the indexes.
CREATE OR REPLACE FUNCTION list_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_items(numbers) FROM (
    SELECT ARRAY(
      SELECT n.no FROM new_items n JOIN old_items o USING (id)
      WHERE (n.status, n.title, n.price, n.condition, n.free_shipping, n.category_id, n.attributes)
        IS DISTINCT FROM (o.status, o.title, o.price, o.condition, o.free_shipping, o.category_id, o.attributes)
    ) AS numbers) changed
  WHERE cardinality(numbers) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_updated AFTER UPDATE ON items
  REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION list_updated_items();
