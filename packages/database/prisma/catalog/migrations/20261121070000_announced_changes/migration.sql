-- What the gateway may keep of this service's answers is announced as it changes, whoever changes it. Equal notices of one
-- transaction are one, sent when it commits.

CREATE FUNCTION announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Most statements of the triggers on items label nothing new.
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM pg_notify('invalidations', TG_ARGV[0]);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER labelled_titles_inserted_announce AFTER INSERT ON labelled_titles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');
CREATE TRIGGER labelled_titles_updated_announce AFTER UPDATE ON labelled_titles REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE TRIGGER category_models_inserted_announce AFTER INSERT ON category_models REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');
CREATE TRIGGER category_models_updated_announce AFTER UPDATE ON category_models REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('titles');

CREATE TRIGGER categories_inserted_announce AFTER INSERT ON categories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');
CREATE TRIGGER categories_updated_announce AFTER UPDATE ON categories REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');
CREATE TRIGGER categories_deleted_announce AFTER DELETE ON categories REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');

CREATE TRIGGER tree_dumps_inserted_announce AFTER INSERT ON tree_dumps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');
CREATE TRIGGER tree_dumps_updated_announce AFTER UPDATE ON tree_dumps REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION announce_change('tree');
