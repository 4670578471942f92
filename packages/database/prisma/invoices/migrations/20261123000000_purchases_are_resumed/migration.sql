-- A repetition goes on with the purchase that a crash cut short, or that another replica is at, instead of beginning its own.
ALTER TABLE "purchases" ADD COLUMN "same_as" TEXT;
CREATE UNIQUE INDEX "purchases_same_as" ON "purchases" ("same_as") WHERE "state" = 'pending';

-- What is given back is no longer locked meanwhile, but marked.
ALTER TABLE "purchases" DROP CONSTRAINT "purchases_state_known",
    ADD CONSTRAINT "purchases_state_known" CHECK ("state" IN ('pending', 'returning', 'done', 'cancelled'));
CREATE INDEX "purchases_unfinished" ON "purchases" ("created_at") WHERE "state" IN ('pending', 'returning');
DROP INDEX "purchases_pending";
