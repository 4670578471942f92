CREATE OR REPLACE FUNCTION count_inserted_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(SELECT (no, keys, price, 1)::listing_change FROM added));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_inserted AFTER INSERT ON listings
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_listings();
