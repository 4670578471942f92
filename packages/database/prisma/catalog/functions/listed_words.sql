-- The words of a listing with their spelling variants.
CREATE OR REPLACE FUNCTION listed_words(site text, content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN word_by_word(content) || ' ' || written_otherwise(site, lower(unaccent(content)));
