-- CreateTable
CREATE TABLE "site_placements" (
    "site_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,

    CONSTRAINT "site_placements_pkey" PRIMARY KEY ("site_id")
);
