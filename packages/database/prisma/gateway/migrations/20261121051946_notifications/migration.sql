-- CreateTable
CREATE TABLE "notification_events" (
    "id" UUID NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notification_deliveries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "application_id" BIGINT NOT NULL,
    "topic" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "failure" TEXT,
    "missed_at" TIMESTAMPTZ(3),

    CONSTRAINT "notification_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "notification_events_received_at_idx" ON "notification_events"("received_at");

-- CreateIndex
CREATE INDEX "notification_deliveries_application_id_due_at_idx" ON "notification_deliveries"("application_id", "due_at");

-- CreateIndex
CREATE INDEX "notification_deliveries_application_id_missed_at_idx" ON "notification_deliveries"("application_id", "missed_at");

-- A delivery is either due at some time or missed, never both and never neither.
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_state_check"
    CHECK (("due_at" IS NULL) = ("missed_at" IS NOT NULL));
