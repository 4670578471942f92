CREATE OR REPLACE FUNCTION label_inserted_items() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER items_inserted_label AFTER INSERT ON items
  REFERENCING NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION label_inserted_items();
