-- CreateTable
CREATE TABLE "item_changes" (
    "no" BIGSERIAL NOT NULL,
    "item_no" BIGINT,
    "seller_id" BIGINT,
    "category_id" TEXT,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "item_changes_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "item_change_retention" (
    "id" SMALLINT NOT NULL DEFAULT 1,
    "deleted_xid" xid8 NOT NULL DEFAULT '0'::xid8,

    CONSTRAINT "item_change_retention_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "item_changes_xid_idx" ON "item_changes"("xid");

CREATE OR REPLACE FUNCTION record_deleted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT no, seller_id FROM old_items WHERE status = 'active' ORDER BY no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_deleted_record AFTER DELETE ON items
  REFERENCING OLD TABLE AS old_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_deleted_items();

CREATE OR REPLACE FUNCTION record_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT no, seller_id FROM new_items WHERE status = 'active' ORDER BY no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_inserted_record AFTER INSERT ON items
  REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_inserted_items();

-- One row however many items are in a category: the reader looks them up.
CREATE OR REPLACE FUNCTION record_updated_categories() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (category_id)
    SELECT n.id FROM new_categories n JOIN old_categories o USING (id)
    WHERE (n.name, n.path) IS DISTINCT FROM (o.name, o.path) ORDER BY n.id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER categories_updated_record AFTER UPDATE ON categories
  REFERENCING OLD TABLE AS old_categories NEW TABLE AS new_categories
  FOR EACH STATEMENT EXECUTE FUNCTION record_updated_categories();

-- Stock and dates are not searched, so a sale records nothing.
CREATE OR REPLACE FUNCTION record_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO item_changes (item_no, seller_id)
    SELECT n.no, n.seller_id FROM new_items n JOIN old_items o USING (id)
    WHERE 'active' IN (n.status, o.status)
      AND (n.status, n.title, n.price, n.condition, n.free_shipping, n.category_id, n.attributes)
        IS DISTINCT FROM (o.status, o.title, o.price, o.condition, o.free_shipping, o.category_id, o.attributes)
    ORDER BY n.no;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER items_updated_record AFTER UPDATE ON items
  REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION record_updated_items();

INSERT INTO item_change_retention DEFAULT VALUES;

-- The counts of a site's categories read nothing else. On a large table make it beforehand, CONCURRENTLY.
CREATE INDEX IF NOT EXISTS items_active_category_idx ON items (site_id, category_id) WHERE status = 'active';
