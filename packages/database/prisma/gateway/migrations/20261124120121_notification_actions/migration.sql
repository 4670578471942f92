-- AlterTable
ALTER TABLE "notification_deliveries" ADD COLUMN     "actions" TEXT[];
