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
