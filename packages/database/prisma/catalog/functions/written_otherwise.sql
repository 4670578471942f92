-- Spelling variants of a text: "wifi" for "Router Wi-Fi 6", "8 kg" for "8kg" and back, "50 pulgadas" for 50",
-- "iphone 13" for "iPhone13", "notebook" for "Notebooks".
CREATE OR REPLACE FUNCTION written_otherwise(site text, plain text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
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
