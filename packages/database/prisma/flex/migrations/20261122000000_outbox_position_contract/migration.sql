-- Events are found by their position alone: the gateway knows them by their id, an index on it here was for nobody. Filled at
-- random, it cost every event more than all else of its row. The release before needs it as little.
DROP INDEX "outbox_events_position_idx";
ALTER TABLE "outbox_events" DROP CONSTRAINT "outbox_events_pkey", ADD CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("position");
