CREATE OR REPLACE FUNCTION label_updated_items() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER items_updated_label AFTER UPDATE ON items
  REFERENCING OLD TABLE AS old_items NEW TABLE AS new_items
  FOR EACH STATEMENT EXECUTE FUNCTION label_updated_items();
