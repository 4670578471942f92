CREATE OR REPLACE FUNCTION listing_keys(i items, path text[]) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY['site=' || i.site_id, 'condition=' || i.condition]
  || CASE WHEN i.free_shipping THEN ARRAY['shipping=free'] ELSE ARRAY[]::text[] END
  || (SELECT coalesce(array_agg('category=' || c), ARRAY[]::text[]) FROM unnest(path) c)
  || (SELECT coalesce(array_agg(DISTINCT (a ->> 'id') || '=' || (a ->> 'value_id')), ARRAY[]::text[])
      FROM jsonb_array_elements(i.attributes) a WHERE a ->> 'value_id' IS NOT NULL);
