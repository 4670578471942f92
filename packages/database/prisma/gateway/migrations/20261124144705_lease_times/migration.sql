-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "claimed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "notification_deliveries" ADD COLUMN     "claimed_until" TIMESTAMPTZ(3);
