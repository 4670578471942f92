-- The tables that invoices-service had, as they are in its database. Where it has rows the migrator copies them in the
-- transaction of this migration (src/migrate/copy-sales.ts).

-- Packs and orders share their ids, because an order without a pack is addressed as a pack. They start where those of a
-- marketplace with a few billion sales would be.
CREATE SEQUENCE "sale_ids" START WITH 4600000001;
-- A function, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_sale_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('sale_ids') $$;

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "caller_id" BIGINT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER,
    "headers" JSONB,
    "body" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("caller_id","method","path","key")
);

-- CreateTable
CREATE TABLE "packs" (
    "id" BIGINT NOT NULL DEFAULT next_sale_id(),
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "packs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" BIGINT NOT NULL DEFAULT next_sale_id(),
    "pack_id" BIGINT,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "item_id" TEXT NOT NULL,
    "quantity" INTEGER NOT NULL,
    "unit_price" DECIMAL(18,2) NOT NULL,
    "currency_id" TEXT NOT NULL,
    "logistic_type" TEXT NOT NULL,
    "self_service" BOOLEAN NOT NULL,
    "shipment_id" BIGINT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "purchases" (
    "id" UUID NOT NULL,
    "buyer_id" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "same_as" TEXT,

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

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

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "orders_pack_id_idx" ON "orders"("pack_id");

-- CreateIndex
CREATE INDEX "orders_seller_id_idx" ON "orders"("seller_id");

-- CreateIndex
CREATE INDEX "orders_buyer_id_idx" ON "orders"("buyer_id");

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_pack_id_fkey" FOREIGN KEY ("pack_id") REFERENCES "packs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "orders" ADD CONSTRAINT "orders_quantity_positive" CHECK ("quantity" > 0);
-- Orders whose shipment could not be made at once: the job that makes it later reads this alone.
CREATE INDEX "orders_without_shipment" ON "orders" ("created_at") WHERE "shipment_id" IS NULL;

ALTER TABLE "purchases" ADD CONSTRAINT "purchases_state_known" CHECK ("state" IN ('pending', 'returning', 'done', 'cancelled'));
-- A repetition goes on with the purchase that a crash cut short, or that another replica is at, instead of beginning its own.
CREATE UNIQUE INDEX "purchases_same_as" ON "purchases" ("same_as") WHERE "state" = 'pending';
CREATE INDEX "purchases_unfinished" ON "purchases" ("created_at") WHERE "state" IN ('pending', 'returning');
