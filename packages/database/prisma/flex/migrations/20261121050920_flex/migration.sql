-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "id" BIGSERIAL NOT NULL,
    "service_id" BIGSERIAL NOT NULL,
    "site_id" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "mode" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "address" JSONB,
    "area_id" TEXT,
    "delivery_window" TEXT NOT NULL,
    "capacity" INTEGER NOT NULL,
    "delivery_ranges" JSONB NOT NULL,
    "zones" JSONB NOT NULL,
    "disabled_features" TEXT[],
    "worked_holidays" TEXT[],

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shipments" (
    "id" BIGSERIAL NOT NULL,
    "order_id" BIGINT,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "self_service" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL,
    "substatus" TEXT,
    "comments" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "first_printed_at" TIMESTAMPTZ(3),
    "shipped_at" TIMESTAMPTZ(3),
    "delivered_at" TIMESTAMPTZ(3),
    "not_delivered_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),
    "driver_id" BIGINT,

    CONSTRAINT "shipments_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbox_events_position_idx" ON "outbox_events"("position");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_service_id_key" ON "subscriptions"("service_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_user_id_mode_key" ON "subscriptions"("user_id", "mode");

-- CreateIndex
CREATE UNIQUE INDEX "shipments_order_id_key" ON "shipments"("order_id");

ALTER SEQUENCE "subscriptions_id_seq" RESTART WITH 3740000019;
ALTER SEQUENCE "subscriptions_service_id_seq" RESTART WITH 4460000033;
ALTER SEQUENCE "shipments_id_seq" RESTART WITH 4350000007;

ALTER TABLE "subscriptions"
    ADD CONSTRAINT "subscriptions_mode_check" CHECK ("mode" IN ('FLEX', 'TURBO')),
    ADD CONSTRAINT "subscriptions_status_check" CHECK ("status" IN ('in', 'out', 'pending')),
    ADD CONSTRAINT "subscriptions_delivery_window_check" CHECK ("delivery_window" IN ('same_day', 'next_day'));
ALTER TABLE "shipments"
    ADD CONSTRAINT "shipments_status_check"
    CHECK ("status" IN ('ready_to_ship', 'shipped', 'delivered', 'not_delivered', 'cancelled'));
