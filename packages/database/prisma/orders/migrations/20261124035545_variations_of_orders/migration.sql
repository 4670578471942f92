-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "variation_id" BIGINT;
