-- The unstemmed words of a text: "=creme", because "cremer" has the stem "creme" too. A word that is its own stem has no sign.
CREATE OR REPLACE FUNCTION whole_words(site text, content text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT CASE stem WHEN word THEN word ELSE '=' || word END
  FROM unnest(tsvector_to_array(to_tsvector('simple', search_text(site, word_by_word(content))))) word,
    LATERAL unnest(ts_lexize(CASE WHEN site = 'MLB' THEN 'portuguese_stem'::regdictionary ELSE 'spanish_stem' END, word)) stem);
