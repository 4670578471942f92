-- CreateTable
CREATE TABLE "closed_items" (
    "item_id" TEXT NOT NULL,

    CONSTRAINT "closed_items_pkey" PRIMARY KEY ("item_id")
);

-- Keeps whoever closes the item waiting until the transaction ends, or waits for one who is closing it; then tells whether
-- the item is open. A statement of its own for each, so that the second sees what the first waited for.
CREATE FUNCTION hold_item_open(item text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(1, hashtext(item));
  RETURN NOT EXISTS (SELECT FROM closed_items WHERE item_id = item);
END $$;
