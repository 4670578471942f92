-- Makes plurals singular, in listings and in queries, because the stemmers treat "celular" and "celulares" as two words. A word
-- that is no plural ("adidas") is cut on both sides and still matches itself.
CREATE OR REPLACE FUNCTION search_text(site text, content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
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
