-- AlterTable
ALTER TABLE "items" ADD COLUMN     "variations" JSONB NOT NULL DEFAULT '[]';

-- Ids of variations, which look like the platform's.
CREATE SEQUENCE variation_numbers START 10000000001;

-- What search knows of variations: their attributes.
CREATE OR REPLACE FUNCTION searched_variations(variations jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_path_query_array(variations, '$[*].combinations') || jsonb_path_query_array(variations, '$[*].attributes');

-- Stock and dates are not searched, so a sale records nothing.
CREATE OR REPLACE FUNCTION record_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT n.no, n.seller_id FROM new_items n JOIN old_items o USING (id)
    WHERE 'active' IN (n.status, o.status)
      AND (n.status, n.title, n.price, n.condition, n.free_shipping, n.category_id, n.attributes,
          searched_variations(n.variations))
        IS DISTINCT FROM (o.status, o.title, o.price, o.condition, o.free_shipping, o.category_id, o.attributes,
          searched_variations(o.variations))
    ORDER BY n.no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_updated_record AFTER UPDATE ON items
  REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_updated_items();
