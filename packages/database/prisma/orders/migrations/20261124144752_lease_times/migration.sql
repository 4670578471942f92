-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "claimed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "purchases" ADD COLUMN     "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

DROP INDEX "purchases_unfinished";
CREATE INDEX "purchases_unfinished" ON "purchases" ("begun_at") WHERE state IN ('pending', 'returning');
