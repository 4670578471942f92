-- AlterTable
ALTER TABLE "message_attachments" ADD COLUMN     "claimed_by" TEXT;
