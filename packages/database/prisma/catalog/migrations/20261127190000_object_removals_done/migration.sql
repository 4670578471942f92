-- AlterTable
ALTER TABLE "unowned_objects" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);
