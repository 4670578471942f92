-- Any of the unstemmed words of a query.
CREATE OR REPLACE FUNCTION whole_query(site text, content text) RETURNS tsquery LANGUAGE sql STABLE PARALLEL SAFE
RETURN (SELECT string_agg('''' || replace(word, '''', '''''') || '''', ' | ')::tsquery FROM unnest(whole_words(site, content)) word);
