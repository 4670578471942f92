-- CreateTable
CREATE TABLE "labelled_titles" (
    "no" BIGSERIAL NOT NULL,
    "site_id" TEXT NOT NULL,
    "category_id" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "labelled_titles_pkey" PRIMARY KEY ("no")
);

-- CreateTable
CREATE TABLE "category_models" (
    "site_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,
    "titles" INTEGER NOT NULL,
    "since_xid" xid8 NOT NULL,
    "trained_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "category_models_pkey" PRIMARY KEY ("site_id")
);

-- CreateIndex
CREATE INDEX "labelled_titles_xid_idx" ON "labelled_titles"("xid");

-- CreateIndex
CREATE INDEX "labelled_titles_category_id_no_idx" ON "labelled_titles"("category_id", "no");


-- One label per title of a site; by hash, so that the index stays small.
CREATE UNIQUE INDEX labelled_titles_title_key ON labelled_titles (site_id, md5(title));

CREATE FUNCTION label_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- In order, so that two that label the same titles cannot deadlock.
  INSERT INTO labelled_titles AS known (site_id, category_id, title, source)
    SELECT DISTINCT ON (site_id, md5(title)) site_id, category_id, title, 'item'
    FROM new_items ORDER BY site_id, md5(title), no DESC
    ON CONFLICT (site_id, md5(title)) DO UPDATE SET category_id = excluded.category_id, source = excluded.source,
      xid = excluded.xid, created_at = excluded.created_at
      WHERE known.category_id <> excluded.category_id;
  RETURN NULL;
END $$;

CREATE FUNCTION label_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO labelled_titles AS known (site_id, category_id, title, source)
    SELECT DISTINCT ON (n.site_id, md5(n.title)) n.site_id, n.category_id, n.title, 'item'
    FROM new_items n JOIN old_items o USING (id)
    WHERE (n.title, n.category_id) IS DISTINCT FROM (o.title, o.category_id)
    ORDER BY n.site_id, md5(n.title), n.no DESC
    ON CONFLICT (site_id, md5(title)) DO UPDATE SET category_id = excluded.category_id, source = excluded.source,
      xid = excluded.xid, created_at = excluded.created_at
      WHERE known.category_id <> excluded.category_id;
  RETURN NULL;
END $$;

CREATE TRIGGER items_inserted_label AFTER INSERT ON items REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION label_inserted_items();
CREATE TRIGGER items_updated_label AFTER UPDATE ON items REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION label_updated_items();

-- Items that were listed before.
INSERT INTO labelled_titles (site_id, category_id, title, source)
  SELECT DISTINCT ON (site_id, md5(title)) site_id, category_id, title, 'item'
  FROM items ORDER BY site_id, md5(title), no DESC;
