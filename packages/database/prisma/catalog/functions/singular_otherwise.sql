-- Makes plurals singular that search_text does not know: "notebooks", "azuis", "infantis", "pães". Other words ("gps") are cut
-- too; the result stands beside the word itself, in listings and in queries.
CREATE OR REPLACE FUNCTION singular_otherwise(site text, words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
  CASE WHEN site = 'MLB' THEN
    regexp_replace(regexp_replace(regexp_replace(words,
      'aes\M', 'ao', 'g'), '([ou])is\M', '\1l', 'g'), '(?:(t)e|([bcdfgjklmnprstvxz]))is\M', '\1\2il', 'g')
  ELSE words END,
  '([bcdfghjklmnpqrtvwxyz])s\M', '\1', 'g');
