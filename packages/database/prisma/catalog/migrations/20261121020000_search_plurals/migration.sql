-- The stemmers take "celular" and "celulares" for two words. So plurals become singulars first, in listings and in queries
-- alike; what is no plural ("adidas") is cut on both sides, and still meets itself.
CREATE FUNCTION search_text(site text, content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN regexp_replace(
  CASE WHEN site = 'MLB' THEN
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      lower(unaccent(content)),
      'oes\M', 'ao', 'g'), 'ais\M', 'al', 'g'), 'eis\M', 'el', 'g'), 'ns\M', 'm', 'g'), '([rz])es\M', '\1', 'g')
  ELSE
    regexp_replace(regexp_replace(
      lower(unaccent(content)),
      'ces\M', 'z', 'g'), '([bdfghjklmnpqrtvxyz])es\M', '\1', 'g')
  END,
  '([aeiou])s\M', '\1', 'g');

CREATE OR REPLACE FUNCTION listing_words(site text, title text, attributes jsonb, category text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN setweight(to_tsvector(search_config(site), search_text(site, title)), 'A')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' IN ('BRAND', 'MODEL')), ''))), 'B')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' NOT IN ('BRAND', 'MODEL')), ''))), 'C')
  || setweight(to_tsvector(search_config(site), search_text(site, category)), 'D');

SELECT list_items(ARRAY(SELECT no FROM listings));
