-- CreateTable
CREATE TABLE "site_splits" (
    "site_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "site_splits_pkey" PRIMARY KEY ("site_id")
);

ALTER TABLE "site_splits" ADD CONSTRAINT "site_splits_state_known"
  CHECK ("state" IN ('prepared', 'opening', 'moving', 'done'));

-- The function of a trigger that home has while a site is split off. It fails as if the table were not there, which
-- tells a service that nothing was changed and that it must look where the site is by now.
CREATE OR REPLACE FUNCTION refuse_row_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'home takes no new rows of %', TG_ARGV[0] USING ERRCODE = 'undefined_table';
END $$;
