-- AlterTable
ALTER TABLE "applications" ALTER COLUMN "owner_id" DROP NOT NULL,
ADD COLUMN     "builtin" TEXT;
