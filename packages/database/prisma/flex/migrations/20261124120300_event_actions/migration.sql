-- AlterTable
ALTER TABLE "outbox_events" ADD COLUMN     "actions" TEXT[];
