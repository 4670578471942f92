-- Replaces signs by spaces, after typographic signs became plain ones: the parser of Postgres reads "iphone-12" as a word and a
-- negative number, "negro/azul" as a path and "s.24" as a host. Decimals stay whole, with a point.
CREATE OR REPLACE FUNCTION word_by_word(content text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
RETURN regexp_replace(regexp_replace(regexp_replace(
  lower(unaccent(content)),
  '[-!"#$%&''()*+/:;<=>?@[\\\]^_`{|}~]+', ' ', 'g'),
  '(?<=[0-9]),(?=[0-9])', '.', 'g'),
  '(?<![0-9])[.,]|[.,](?![0-9])', ' ', 'g');
