CREATE OR REPLACE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most statements of the triggers on items label nothing new.
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM pg_notify('invalidations', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER labelled_titles_inserted_announce AFTER INSERT ON labelled_titles
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE OR REPLACE TRIGGER labelled_titles_updated_announce AFTER UPDATE ON labelled_titles
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE OR REPLACE TRIGGER category_models_inserted_announce AFTER INSERT ON category_models
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE OR REPLACE TRIGGER category_models_updated_announce AFTER UPDATE ON category_models
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE OR REPLACE TRIGGER categories_inserted_announce AFTER INSERT ON categories
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');

CREATE OR REPLACE TRIGGER categories_updated_announce AFTER UPDATE ON categories
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');

CREATE OR REPLACE TRIGGER categories_deleted_announce AFTER DELETE ON categories
  REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');

CREATE OR REPLACE TRIGGER tree_dumps_inserted_announce AFTER INSERT ON tree_dumps
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');

CREATE OR REPLACE TRIGGER tree_dumps_updated_announce AFTER UPDATE ON tree_dumps
  REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');
