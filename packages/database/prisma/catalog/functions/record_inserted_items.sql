CREATE OR REPLACE FUNCTION record_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT no, seller_id FROM new_items WHERE status = 'active' ORDER BY no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_inserted_record AFTER INSERT ON items
  REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_inserted_items();
