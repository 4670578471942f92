-- Packs, orders and purchases are orders-service's. Their old tables are as they were when its database was
-- made, until a later release drops them; a service of the release before that still runs must not add to
-- them.
CREATE OR REPLACE FUNCTION refuse_moved_sale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% has moved to the database of orders-service', TG_TABLE_NAME;
END $$;
CREATE OR REPLACE TRIGGER packs_moved BEFORE INSERT OR UPDATE OR DELETE ON packs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved_sale();
CREATE OR REPLACE TRIGGER orders_moved BEFORE INSERT OR UPDATE OR DELETE ON orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved_sale();
CREATE OR REPLACE TRIGGER purchases_moved BEFORE INSERT OR UPDATE OR DELETE ON purchases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved_sale();
