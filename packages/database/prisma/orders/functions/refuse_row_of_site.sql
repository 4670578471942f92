-- The function of a trigger that home has while a site is split off. It fails as if the table were not there,
-- which tells a service that nothing was changed and that it must look where the site is by now.
CREATE OR REPLACE FUNCTION refuse_row_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'home takes no new rows of %', TG_ARGV[0] USING ERRCODE = 'undefined_table';
END $$;
