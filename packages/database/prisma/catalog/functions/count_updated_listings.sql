CREATE OR REPLACE FUNCTION count_updated_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM apply_listing_changes(ARRAY(
    SELECT c FROM added a JOIN removed r USING (no),
      LATERAL (VALUES ((a.no, a.keys, a.price, 1)::listing_change), ((r.no, r.keys, r.price, -1)::listing_change)) both_sides (c)
    WHERE (a.keys, a.price) IS DISTINCT FROM (r.keys, r.price)));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER listings_updated AFTER UPDATE ON listings
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_listings();
