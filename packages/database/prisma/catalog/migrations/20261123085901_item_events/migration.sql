-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "request_id" TEXT,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("position")
);
