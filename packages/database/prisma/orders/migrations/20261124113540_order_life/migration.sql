CREATE SEQUENCE payment_numbers START 5300000011;
CREATE SEQUENCE refund_numbers START 1250000003;
-- Functions, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_payment_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('payment_numbers') $$;
CREATE OR REPLACE FUNCTION next_refund_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('refund_numbers') $$;

-- DropIndex
DROP INDEX "orders_buyer_id_idx";

-- DropIndex
DROP INDEX "orders_seller_id_idx";

-- AlterTable
ALTER TABLE "orders" ADD COLUMN     "cancel_detail" JSONB,
ADD COLUMN     "cancel_request" JSONB,
ADD COLUMN     "category_id" TEXT,
ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "condition" TEXT,
ADD COLUMN     "delivered" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "free_shipping" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "fulfilled" BOOLEAN,
ADD COLUMN     "full_unit_price" DECIMAL(18,2),
ADD COLUMN     "last_updated" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "listing_type_id" TEXT,
ADD COLUMN     "manufacturing_days" INTEGER,
ADD COLUMN     "no_shipping" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "purchase_id" UUID,
ADD COLUMN     "sale_fee" DECIMAL(18,2) NOT NULL DEFAULT 0,
ADD COLUMN     "seller_custom_field" TEXT,
ADD COLUMN     "seller_sku" TEXT,
ADD COLUMN     "shipping_cost" DECIMAL(18,2) NOT NULL DEFAULT 0,
ADD COLUMN     "shipping_mode" TEXT NOT NULL DEFAULT 'me2',
ADD COLUMN     "shipping_outcome" TEXT NOT NULL DEFAULT 'delivered',
ADD COLUMN     "shipping_status" TEXT,
ADD COLUMN     "shipping_substatus" TEXT,
ADD COLUMN     "shipping_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "status" TEXT NOT NULL DEFAULT 'paid',
ADD COLUMN     "status_detail" JSONB,
ADD COLUMN     "stock" TEXT NOT NULL DEFAULT 'taken',
ADD COLUMN     "title" TEXT,
ADD COLUMN     "unfulfilled" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "variation_attributes" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "warranty" TEXT;

-- CreateTable
CREATE TABLE "payments" (
    "id" BIGINT NOT NULL DEFAULT next_payment_id(),
    "order_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "status_detail" TEXT NOT NULL,
    "method_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "installments" INTEGER NOT NULL,
    "amount" DECIMAL(18,2) NOT NULL,
    "shipping_cost" DECIMAL(18,2) NOT NULL DEFAULT 0,
    "refunded" DECIMAL(18,2) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "approved_at" TIMESTAMPTZ(3),
    "last_updated" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" BIGINT NOT NULL DEFAULT next_refund_id(),
    "payment_id" BIGINT NOT NULL,
    "amount" DECIMAL(18,2) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "payments_order_id_idx" ON "payments"("order_id");

-- CreateIndex
CREATE INDEX "refunds_payment_id_idx" ON "refunds"("payment_id");

-- AddForeignKey
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "orders" ADD CONSTRAINT "orders_status_known" CHECK ("status" IN ('confirmed', 'payment_required',
  'payment_in_process', 'partially_paid', 'paid', 'partially_refunded', 'pending_cancel', 'cancelled', 'invalid'));
ALTER TABLE "orders" ADD CONSTRAINT "orders_stock_known" CHECK ("stock" IN ('taken', 'returning', 'returned'));
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_at_most" CHECK ("refunded" BETWEEN 0 AND "amount" + "shipping_cost");
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_positive" CHECK ("amount" > 0);

-- Orders of earlier releases were paid when they were made, without a cost of shipping.
UPDATE "orders" SET "closed_at" = "created_at", "last_updated" = "created_at";
INSERT INTO "payments" ("order_id", "status", "status_detail", "method_id", "type", "installments", "amount", "created_at",
  "approved_at", "last_updated")
SELECT "id", 'approved', 'accredited', 'account_money', 'account_money', 1, "unit_price" * "quantity", "created_at",
  "created_at", "created_at" FROM "orders" ORDER BY "id";

-- Made again, for fewer rows, by the migration of the indexes.
DROP INDEX "orders_without_shipment";
