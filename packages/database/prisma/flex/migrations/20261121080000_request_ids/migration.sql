-- AlterTable
ALTER TABLE "outbox_events" ADD COLUMN     "request_id" TEXT;
