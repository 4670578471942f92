-- CreateTable
CREATE TABLE "relistings" (
    "below" BIGINT NOT NULL,

    CONSTRAINT "relistings_pkey" PRIMARY KEY ("below")
);

-- The parser takes "iphone-12" for a word and a number below zero, "negro/azul" for a path, "s.24" for a host. So signs become spaces, once
-- typographic ones have become plain. Decimals stay whole, and have a point.
CREATE OR REPLACE FUNCTION word_by_word(content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(
  lower(unaccent(content)),
  '[-!"#$%&''()*+/:;<=>?@[\\\]^_`{|}~]+', ' ', 'g'),
  '(?<=[0-9]),(?=[0-9])', '.', 'g'),
  '(?<![0-9])[.,]|[.,](?![0-9])', ' ', 'g');

-- Plurals that search_text does not know as such made singular: "notebooks", "azuis", "infantis", "pães". What is none ("gps") is cut, and
-- stands beside the word itself, in listings and in queries.
CREATE FUNCTION singular_otherwise(site text, words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
  CASE WHEN site = 'MLB' THEN
    regexp_replace(regexp_replace(regexp_replace(words,
      'aes\M', 'ao', 'g'), '([ou])is\M', '\1l', 'g'), '(?:(t)e|([bcdfgjklmnprstvxz]))is\M', '\1\2il', 'g')
  ELSE words END,
  '([bcdfghjklmnpqrtvwxyz])s\M', '\1', 'g');

-- How else people write what a listing says: "wifi" for "Router Wi-Fi 6", "8 kg" for "8kg" and the other way round, "50 pulgadas" for 50",
-- "iphone 13" for "iPhone13", "notebook" for "Notebooks".
CREATE FUNCTION written_otherwise(site text, plain text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN array_to_string(
  ARRAY(SELECT regexp_replace(found[1], '[-''.]', '', 'g')
        FROM regexp_matches(plain, '[a-z]+(?:[-''.][a-z]+)+', 'g') found)
  || ARRAY(SELECT found[1] || CASE found[2] WHEN '' THEN ' ' ELSE '' END || found[3]
        FROM regexp_matches(plain, '(?<![a-z0-9.,])([0-9]+)( ?)(kgs?|grs?|g|mg|[gmt]b|ml|cc|lts?|l|cm|mm|mts?|m|k?w|v|mah|[mg]?hz|mp|hp)(?![a-z0-9])', 'g') found)
  || ARRAY(SELECT replace(found[1], ',', '.') || ' pulgadas polegadas'
        FROM regexp_matches(plain, '(?<![a-z0-9.,"])([0-9]{1,3}(?:[.,][0-9]+)?)(?:"|''''| (?:"|'''')(?![a-z0-9])| ?(?:pulg|pol)(?![a-z0-9]))', 'g') found)
  || ARRAY(SELECT found[1] || ' ' || found[2]
        FROM regexp_matches(plain, '(?<![a-z0-9])([a-z]{3,})([0-9]{1,4})(?![a-z0-9])', 'g') found)
  || ARRAY(SELECT singular_otherwise(site, found[1])
        FROM regexp_matches(plain, '([a-z]+(?:aes|is|[bcdfghjklmnpqrtvwxyz]s))(?![a-z0-9])', 'g') found), ' ');

-- The words of a listing, and these.
CREATE FUNCTION listed_words(site text, content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN word_by_word(content) || ' ' || written_otherwise(site, lower(unaccent(content)));

-- The words of a text as they stand: "=creme", which has the stem of "cremer"; a word that is its own stem as it is.
CREATE FUNCTION whole_words(site text, content text) RETURNS text[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN ARRAY(
  SELECT CASE stem WHEN word THEN word ELSE '=' || word END
  FROM unnest(tsvector_to_array(to_tsvector('simple', search_text(site, word_by_word(content))))) word,
    LATERAL unnest(ts_lexize(CASE WHEN site = 'MLB' THEN 'portuguese_stem'::regdictionary ELSE 'spanish_stem' END, word)) stem);

-- What is asked for: its words, and where signs part them also the words as listings of before have them, and all of it written otherwise.
CREATE FUNCTION search_query(site text, content text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
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

-- Any of the words asked for, as they stand.
CREATE FUNCTION whole_query(site text, content text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT string_agg('''' || replace(word, '''', '''''') || '''', ' | ')::tsquery FROM unnest(whole_words(site, content)) word);

-- Present listings are read so in the background (relistings): to list all anew here would stop whoever changes one meanwhile.
-- From the highest number on: others still list as before while this is not committed.
INSERT INTO relistings SELECT 9007199254740991 WHERE EXISTS (SELECT FROM listings);

CREATE OR REPLACE FUNCTION listing_words(site text, title text, attributes jsonb, category text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN setweight(to_tsvector(search_config(site), search_text(site, listed_words(site, title))), 'A')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT listed_words(site, string_agg(a ->> 'value_name', ' ; '))
       FROM jsonb_array_elements(attributes) a WHERE a ->> 'id' IN ('BRAND', 'MODEL')), ''))), 'B')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT listed_words(site, string_agg(a ->> 'value_name', ' ; '))
       FROM jsonb_array_elements(attributes) a WHERE a ->> 'id' NOT IN ('BRAND', 'MODEL')), ''))), 'C')
  || setweight(to_tsvector(search_config(site), search_text(site, word_by_word(category))), 'D')
  || array_to_tsvector(ARRAY(
       SELECT word FROM unnest(whole_words(site, concat_ws(' ; ', title, category, (
         SELECT string_agg(a ->> 'value_name', ' ; ')
         FROM jsonb_array_elements(attributes) a WHERE a ->> 'id' IN ('BRAND', 'MODEL'))))) word
       WHERE word LIKE '=%'));

CREATE OR REPLACE FUNCTION list_items(numbers bigint[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM listings l USING items i WHERE l.no = i.no AND i.no = ANY (numbers) AND i.status <> 'active';
  INSERT INTO listings AS known (no, site_id, seller_id, category_id, price, keys, words)
    SELECT i.no, i.site_id, i.seller_id, i.category_id, i.price, listing_keys(i, c.path),
           listing_words(i.site_id, i.title, i.attributes, c.name)
    FROM items i JOIN categories c ON c.id = i.category_id
    WHERE i.no = ANY (numbers) AND i.status = 'active'
    ORDER BY i.no
    ON CONFLICT (no) DO UPDATE SET category_id = excluded.category_id, price = excluded.price,
      keys = excluded.keys, words = excluded.words
      WHERE (known.category_id, known.price, known.keys, known.words)
        IS DISTINCT FROM (excluded.category_id, excluded.price, excluded.keys, excluded.words);
  -- In order, so that two sellers with the same new words cannot deadlock.
  INSERT INTO search_words (site_id, word)
    SELECT DISTINCT i.site_id, w.word
    FROM items i, unnest(tsvector_to_array(to_tsvector('marketplace_words', listed_words(i.site_id, i.title)))) w(word)
    WHERE i.no = ANY (numbers) AND i.status = 'active' AND length(w.word) BETWEEN 4 AND 40 AND w.word ~ '[a-z]{3}'
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
$$;
