-- When an item ends: 20 years after it began, 60 days for the type free, or when it was closed. An index of a
-- seller's items is made of it.
CREATE OR REPLACE FUNCTION item_stop_time(closed_at timestamptz, listing_type_id text, date_created timestamptz)
  RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(closed_at, timezone('UTC', timezone('UTC', date_created)
  + CASE listing_type_id WHEN 'free' THEN interval '60 days' ELSE interval '20 years' END));
