-- AlterTable
ALTER TABLE "notification_deliveries" ADD COLUMN     "request_id" TEXT;
