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
