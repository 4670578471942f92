-- As hold_item_open, for a statement about many items: NULL while the item is being closed, so that questions
-- about other items do not wait.
CREATE OR REPLACE FUNCTION try_hold_item_open(item text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(1, hashtext(item)) THEN
    RETURN NULL;
  END IF;
  RETURN NOT EXISTS (SELECT FROM closed_items WHERE item_id = item);
END $$;
