CREATE OR REPLACE FUNCTION record_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT no, seller_id FROM old_items WHERE status = 'active' ORDER BY no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_deleted_record AFTER DELETE ON items
  REFERENCING OLD TABLE AS old_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_items();
