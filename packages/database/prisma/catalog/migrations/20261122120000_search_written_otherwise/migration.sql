-- The parser takes "iphone-12" for a word and a number below zero, "negro/azul" for a path, "s.24" for a host. So signs become spaces, once
-- typographic ones have become plain. Decimals stay whole, and have a point.
CREATE OR REPLACE FUNCTION word_by_word(content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(
  lower(unaccent(content)),
  '[-!"#$%&''()*+/:;<=>?@[\\\]^_`{|}~]+', ' ', 'g'),
  '(?<=[0-9]),(?=[0-9])', '.', 'g'),
  '(?<![0-9])[.,]|[.,](?![0-9])', ' ', 'g');

-- How else people write what a listing says: "wifi" for "Router Wi-Fi 6", "8 kg" for "8kg" and the other way round, "50 pulgadas" for 50".
CREATE FUNCTION written_otherwise(plain text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN array_to_string(
  ARRAY(SELECT regexp_replace(found[1], '[-''.]', '', 'g')
        FROM regexp_matches(plain, '[a-z]+(?:[-''.][a-z]+)+', 'g') found)
  || ARRAY(SELECT found[1] || CASE found[2] WHEN '' THEN ' ' ELSE '' END || found[3]
        FROM regexp_matches(plain, '(?<![a-z0-9.,])([0-9]+)( ?)(kgs?|grs?|g|mg|[gmt]b|ml|cc|lts?|l|cm|mm|mts?|m|k?w|v|mah|[mg]?hz|mp|hp)(?![a-z0-9])', 'g') found)
  || ARRAY(SELECT replace(found[1], ',', '.') || ' pulgadas polegadas'
        FROM regexp_matches(plain, '(?<![a-z0-9.,"])([0-9]{1,3}(?:[.,][0-9]+)?)(?:"|'''')', 'g') found), ' ');

-- The words of a listing, and these.
CREATE FUNCTION listed_words(content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN word_by_word(content) || ' ' || written_otherwise(lower(unaccent(content)));

-- What is asked for: its words, and where signs part them also the words as listings of before have them, and those that a sign parts
-- within as one ("wi-fi": "wifi").
CREATE FUNCTION search_query(site text, content text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
RETURN CASE WHEN word_by_word(content) = lower(unaccent(content))
  THEN plainto_tsquery(search_config(site), search_text(site, content))
  ELSE plainto_tsquery(search_config(site), search_text(site, word_by_word(content)))
    || plainto_tsquery(search_config(site), search_text(site, content))
    || plainto_tsquery(search_config(site), search_text(site, word_by_word(
         regexp_replace(lower(unaccent(content)), '(?<=[a-z])[-''.](?=[a-z])', '', 'g'))))
END;

-- A listing is read so when its item is next listed: to list all anew here would stop whoever changes one meanwhile.
CREATE OR REPLACE FUNCTION listing_words(site text, title text, attributes jsonb, category text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN setweight(to_tsvector(search_config(site), search_text(site, listed_words(title))), 'A')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT string_agg(listed_words(a ->> 'value_name'), ' ')
       FROM jsonb_array_elements(attributes) a WHERE a ->> 'id' IN ('BRAND', 'MODEL')), ''))), 'B')
  || setweight(to_tsvector(search_config(site), search_text(site, coalesce((
       SELECT string_agg(listed_words(a ->> 'value_name'), ' ')
       FROM jsonb_array_elements(attributes) a WHERE a ->> 'id' NOT IN ('BRAND', 'MODEL')), ''))), 'C')
  || setweight(to_tsvector(search_config(site), search_text(site, word_by_word(category))), 'D');

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
    FROM items i, unnest(tsvector_to_array(to_tsvector('marketplace_words', listed_words(i.title)))) w(word)
    WHERE i.no = ANY (numbers) AND i.status = 'active' AND length(w.word) BETWEEN 4 AND 40 AND w.word ~ '[a-z]{3}'
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
$$;
