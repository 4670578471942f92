-- Takes a shared lock on the item, so that closing it waits for this transaction and this waits for a
-- closing; then tells whether the item is open. Two statements, so that the second sees what the first waited
-- for.
CREATE OR REPLACE FUNCTION hold_item_open(item text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1, hashtext(item));
  RETURN NOT EXISTS (SELECT FROM closed_items WHERE item_id = item);
END $$;
