-- AlterTable
ALTER TABLE "item_change_retention" ADD COLUMN "origin" TEXT;
