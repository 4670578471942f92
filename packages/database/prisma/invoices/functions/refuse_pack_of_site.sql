-- The function of triggers that home has while a site is split off. The files of a pack are together: a pack
-- that is at home gets its new ones there, under a lock for which the batch that takes it away waits. Every
-- other row fails as if the table were not there, which tells a service that nothing was changed and that it
-- must look where the pack is by now.
CREATE OR REPLACE FUNCTION refuse_pack_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM used_packs WHERE pack_id = NEW.pack_id FOR SHARE;
  IF NOT FOUND OR NEW.site_id IS NULL THEN
    RAISE EXCEPTION 'home takes no new packs of %', TG_ARGV[0] USING ERRCODE = 'undefined_table';
  END IF;
  RETURN NEW;
END $$;
