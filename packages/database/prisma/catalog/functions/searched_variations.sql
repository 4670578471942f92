-- What search knows of variations: their attributes.
CREATE OR REPLACE FUNCTION searched_variations(variations jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN jsonb_path_query_array(variations, '$[*].combinations') || jsonb_path_query_array(variations, '$[*].attributes');
