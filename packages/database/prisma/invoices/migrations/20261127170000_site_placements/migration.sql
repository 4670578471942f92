-- AlterTable
ALTER TABLE "fiscal_documents" ADD COLUMN     "site_id" TEXT;

-- AlterTable
ALTER TABLE "used_packs" ADD COLUMN     "site_id" TEXT;

-- CreateTable
CREATE TABLE "site_placements" (
    "site_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "site_placements_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "site_splits" (
    "site_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "state" TEXT NOT NULL,

    CONSTRAINT "site_splits_pkey" PRIMARY KEY ("site_id")
);

ALTER TABLE "site_splits" ADD CONSTRAINT "site_splits_state_known"
  CHECK ("state" IN ('prepared', 'opening', 'moving', 'done'));

-- The function of triggers that home has while a site is split off. The files of a pack are together: a pack that is at home
-- gets its new ones there, under a lock for which the batch that takes it away waits. Every other row fails as if the table
-- were not there, which tells a service that nothing was changed and that it must look where the pack is by now.
CREATE OR REPLACE FUNCTION refuse_pack_of_site() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM used_packs WHERE pack_id = NEW.pack_id FOR SHARE;
  IF NOT FOUND OR NEW.site_id IS NULL THEN
    RAISE EXCEPTION 'home takes no new packs of %', TG_ARGV[0] USING ERRCODE = 'undefined_table';
  END IF;
  RETURN NEW;
END $$;
