CREATE OR REPLACE FUNCTION unlist_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM listings l USING old_items o WHERE l.no = o.no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_deleted AFTER DELETE ON items
  REFERENCING OLD TABLE AS old_items
  FOR EACH STATEMENT EXECUTE FUNCTION unlist_deleted_items();
