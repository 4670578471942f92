-- AlterTable
ALTER TABLE "items" ADD COLUMN     "other_fields" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "sale_terms" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "seller_custom_field" TEXT;

CREATE OR REPLACE FUNCTION listing_keys(i items, path text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY['site=' || i.site_id, 'condition=' || i.condition]
  || CASE WHEN i.free_shipping THEN ARRAY['shipping=free'] ELSE ARRAY[]::text[] END
  || (SELECT coalesce(array_agg('category=' || c), ARRAY[]::text[]) FROM unnest(path) c)
  || (SELECT coalesce(array_agg(DISTINCT value.attribute || '=' || value.id), ARRAY[]::text[]) FROM (
        SELECT a ->> 'id' AS attribute, a ->> 'value_id' AS id FROM jsonb_array_elements(i.attributes) a
        UNION ALL
        SELECT a ->> 'id', v ->> 'id' FROM jsonb_array_elements(i.attributes) a, jsonb_array_elements(a -> 'values') v
      ) value
      -- -1 says that the attribute does not apply.
      WHERE value.id IS NOT NULL AND value.id <> '-1');
