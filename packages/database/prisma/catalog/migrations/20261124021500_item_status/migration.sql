-- AlterTable
ALTER TABLE "items" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "parent_item_id" TEXT,
ADD COLUMN     "sub_status" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- Until now only sellers and operators paused items, and one without stock stayed active.
UPDATE items SET closed_at = last_updated WHERE status = 'closed';
UPDATE items SET sub_status = '{paused_by_seller}' WHERE status = 'paused';
UPDATE items SET status = 'paused', sub_status = '{out_of_stock}' WHERE status = 'active' AND available_quantity = 0;

-- When an item ends: 20 years after it began, 60 days for the type free, or when it was closed. An index of a seller's items is made of it.
CREATE OR REPLACE FUNCTION item_stop_time(closed_at timestamptz, listing_type_id text, date_created timestamptz)
  RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN coalesce(closed_at, timezone('UTC', timezone('UTC', date_created)
  + CASE listing_type_id WHEN 'free' THEN interval '60 days' ELSE interval '20 years' END));
