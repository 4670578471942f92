-- A tag that does not hold is absent: earlier releases stored `false`. json keeps the order of fields.
UPDATE "categories" SET "attributes" = (
  SELECT json_agg((
    SELECT json_object_agg(field.key, CASE
      WHEN field.key <> 'tags' OR json_typeof(field.value) <> 'object' THEN field.value
      ELSE (
        SELECT coalesce(json_object_agg(tag.key, tag.value), '{}'::json) FROM json_each(field.value) tag
        WHERE tag.value::text <> 'false')
      END)
    FROM json_each(attribute) field))
  FROM json_array_elements("attributes") attribute)
WHERE "attributes"::text ~ '"\w+"\s*:\s*false';

-- Built from them; the next reader builds it anew.
DELETE FROM "tree_dumps" WHERE "with_attributes";
