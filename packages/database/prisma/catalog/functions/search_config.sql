CREATE OR REPLACE FUNCTION search_config(site text) RETURNS regconfig LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN site = 'MLB' THEN 'marketplace_pt'::regconfig ELSE 'marketplace_es'::regconfig END;
