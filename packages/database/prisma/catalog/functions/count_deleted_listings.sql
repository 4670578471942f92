CREATE OR REPLACE FUNCTION count_deleted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(SELECT (no, keys, price, -1)::listing_change FROM removed));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_deleted AFTER DELETE ON listings
  REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_listings();
