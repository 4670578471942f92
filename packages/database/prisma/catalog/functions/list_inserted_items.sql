CREATE OR REPLACE FUNCTION list_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM list_items(ARRAY(SELECT no FROM new_items WHERE status = 'active'));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_inserted AFTER INSERT ON items
  REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION list_inserted_items();
