-- The parser takes "iphone-12" for a word and a number below zero, "negro/azul" for a path, "s.24" for a host. So punctuation becomes spaces
-- first, in listings and in queries alike. Decimals stay whole.
CREATE FUNCTION word_by_word(content text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN regexp_replace(
  regexp_replace(content, '[-!"#$%&''()*+/:;<=>?@[\\\]^_`{|}~]+', ' ', 'g'),
  '(?<![0-9])[.,]|[.,](?![0-9])', ' ', 'g');

CREATE OR REPLACE FUNCTION listing_words(site text, title text, attributes jsonb, category text) RETURNS tsvector
LANGUAGE sql STABLE PARALLEL SAFE
RETURN setweight(to_tsvector(search_config(site), search_text(site, word_by_word(title))), 'A')
  || setweight(to_tsvector(search_config(site), search_text(site, word_by_word(coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' IN ('BRAND', 'MODEL')), '')))), 'B')
  || setweight(to_tsvector(search_config(site), search_text(site, word_by_word(coalesce((
       SELECT string_agg(a ->> 'value_name', ' ') FROM jsonb_array_elements(attributes) a
       WHERE a ->> 'id' NOT IN ('BRAND', 'MODEL')), '')))), 'C')
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
    FROM items i, unnest(tsvector_to_array(to_tsvector('marketplace_words', word_by_word(i.title)))) w(word)
    WHERE i.no = ANY (numbers) AND i.status = 'active' AND length(w.word) BETWEEN 4 AND 40 AND w.word ~ '[a-z]{3}'
    ORDER BY 1, 2
    ON CONFLICT DO NOTHING;
$$;

-- Only listings that read differently now.
SELECT list_items(ARRAY(
  SELECT i.no FROM items i JOIN listings l ON l.no = i.no JOIN categories c ON c.id = i.category_id
  WHERE word_by_word(i.title) <> i.title OR word_by_word(c.name) <> c.name OR EXISTS (
    SELECT FROM jsonb_array_elements(i.attributes) a WHERE word_by_word(a ->> 'value_name') <> a ->> 'value_name')));
