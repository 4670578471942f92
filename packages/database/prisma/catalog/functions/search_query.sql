-- The query of a text: its words, the words without the signs between them as older listings have them, and its spelling
-- variants.
CREATE OR REPLACE FUNCTION search_query(site text, content text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
RETURN (
  WITH plain AS (SELECT word_by_word(content) AS words, lower(unaccent(content)) AS text), ways AS (
    SELECT words AS way FROM plain
    UNION SELECT text FROM plain
    UNION SELECT singular_otherwise(site, regexp_replace(
      word_by_word(regexp_replace(text, '(?<=[a-z])[-''.](?=[a-z])', '', 'g')),
      '(?<![a-z0-9])([a-z]{3,}(?=[0-9]{1,4}(?![a-z0-9]))|[0-9]{1,3}(?=(?:pulgadas?|polegadas?)(?![a-z0-9])))', '\1 ', 'g'))
    FROM plain)
  SELECT coalesce(string_agg(asked::text, ' | '), '')::tsquery
  FROM (SELECT DISTINCT plainto_tsquery(search_config(site), search_text(site, way)) AS asked FROM ways) each
  WHERE numnode(asked) > 0);
