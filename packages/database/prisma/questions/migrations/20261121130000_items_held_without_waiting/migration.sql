-- As hold_item_open, for a statement that asks about many items: NULL when somebody is closing the item, so that nobody who
-- asks about another one waits for it.
CREATE FUNCTION try_hold_item_open(item text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(1, hashtext(item)) THEN
    RETURN NULL;
  END IF;
  RETURN NOT EXISTS (SELECT FROM closed_items WHERE item_id = item);
END $$;
