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
