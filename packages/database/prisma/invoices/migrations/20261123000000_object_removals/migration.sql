-- AlterTable
ALTER TABLE "unowned_objects" ADD COLUMN     "removal_began_at" TIMESTAMPTZ(3);
