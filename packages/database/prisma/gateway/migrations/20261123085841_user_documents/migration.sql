-- AlterTable
ALTER TABLE "users" ADD COLUMN     "identification" JSONB,
ADD COLUMN     "test_user" BOOLEAN NOT NULL DEFAULT false;
