-- Packs and orders share their ids, because an order without a pack is addressed as a pack. They start where those of a
-- marketplace with a few billion sales would be.
CREATE SEQUENCE "sale_ids" START WITH 4600000001;
-- A function, because Prisma takes a default of nextval() for a sequence of the column's own.
CREATE FUNCTION next_sale_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('sale_ids') $$;

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

    CONSTRAINT "purchases_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "fiscal_documents" (
    "id" TEXT NOT NULL,
    "pack_id" BIGINT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "slot" TEXT NOT NULL,
    "file_type" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "object_key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fiscal_documents_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "used_packs" (
    "pack_id" BIGINT NOT NULL,
    "first_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "used_packs_pkey" PRIMARY KEY ("pack_id")
);

-- CreateTable
CREATE TABLE "unowned_objects" (
    "object_key" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "unowned_objects_pkey" PRIMARY KEY ("object_key")
);

-- CreateTable
CREATE TABLE "outgoing_mail" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "pack_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "details" JSONB NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outgoing_mail_pkey" PRIMARY KEY ("id")
);

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

-- CreateIndex
CREATE INDEX "orders_pack_id_idx" ON "orders"("pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "fiscal_documents_object_key_key" ON "fiscal_documents"("object_key");

-- CreateIndex
CREATE UNIQUE INDEX "fiscal_documents_slot" ON "fiscal_documents"("pack_id", "seller_id", "slot");

-- CreateIndex
CREATE INDEX "unowned_objects_due_at_idx" ON "unowned_objects"("due_at");

-- CreateIndex
CREATE INDEX "outgoing_mail_due_at_idx" ON "outgoing_mail"("due_at");

-- CreateIndex
CREATE INDEX "outbox_events_position_idx" ON "outbox_events"("position");

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_pack_id_fkey" FOREIGN KEY ("pack_id") REFERENCES "packs"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "orders" ADD CONSTRAINT "orders_quantity_positive" CHECK ("quantity" > 0);
-- Orders whose shipment could not be made at once: the job that makes it later reads this alone.
CREATE INDEX "orders_without_shipment" ON "orders" ("created_at") WHERE "shipment_id" IS NULL;

ALTER TABLE "purchases" ADD CONSTRAINT "purchases_state_known" CHECK ("state" IN ('pending', 'done', 'cancelled'));
CREATE INDEX "purchases_pending" ON "purchases" ("created_at") WHERE "state" = 'pending';

ALTER TABLE "fiscal_documents" ADD CONSTRAINT "fiscal_documents_slot_known" CHECK ("slot" IN ('pdf', 'xml'));
ALTER TABLE "fiscal_documents" ADD CONSTRAINT "fiscal_documents_type_known" CHECK
  (("slot" = 'pdf') = ("file_type" = 'application/pdf') AND "file_type" IN ('application/pdf', 'application/xml', 'text/xml'));

ALTER TABLE "outgoing_mail" ADD CONSTRAINT "outgoing_mail_kind_known" CHECK ("kind" IN ('fiscal_documents', 'billing_request'));
