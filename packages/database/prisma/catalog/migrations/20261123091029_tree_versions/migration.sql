-- AlterTable
ALTER TABLE "tree_dumps" ADD COLUMN     "version" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "trees" (
    "site_id" TEXT NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "trees_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "tree_snapshots" (
    "site_id" TEXT NOT NULL,
    "imported_at" TIMESTAMPTZ(3) NOT NULL,
    "version" BIGINT NOT NULL,

    CONSTRAINT "tree_snapshots_pkey" PRIMARY KEY ("site_id")
);

-- CreateTable
CREATE TABLE "tree_snapshot_parts" (
    "site_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "ids" TEXT[],
    "body" BYTEA NOT NULL,

    CONSTRAINT "tree_snapshot_parts_pkey" PRIMARY KEY ("site_id","part")
);

-- AddForeignKey
ALTER TABLE "tree_snapshot_parts" ADD CONSTRAINT "tree_snapshot_parts_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "tree_snapshots"("site_id") ON DELETE CASCADE ON UPDATE NO ACTION;
