-- AlterTable
ALTER TABLE "shipments" ADD COLUMN     "cancelled_order_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
ADD COLUMN     "cost" DECIMAL(18,2),
ADD COLUMN     "delivery_limit_at" TIMESTAMPTZ(3),
ADD COLUMN     "first_visit_at" TIMESTAMPTZ(3),
ADD COLUMN     "free_shipping" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "handling_at" TIMESTAMPTZ(3),
ADD COLUMN     "handling_limit_at" TIMESTAMPTZ(3),
ADD COLUMN     "history" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "items" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "list_cost" DECIMAL(18,2),
ADD COLUMN     "logistic_type" TEXT,
ADD COLUMN     "mode" TEXT NOT NULL DEFAULT 'me2',
ADD COLUMN     "next_step_at" TIMESTAMPTZ(3),
ADD COLUMN     "order_ids" BIGINT[] DEFAULT ARRAY[]::BIGINT[],
ADD COLUMN     "outcome" TEXT NOT NULL DEFAULT 'manual',
ADD COLUMN     "pack_id" BIGINT,
ADD COLUMN     "paid_at" TIMESTAMPTZ(3),
ADD COLUMN     "plan" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "ready_to_ship_at" TIMESTAMPTZ(3),
ADD COLUMN     "receiver" JSONB,
ADD COLUMN     "returned_at" TIMESTAMPTZ(3),
ADD COLUMN     "sender" JSONB,
ADD COLUMN     "service_id" BIGINT,
ADD COLUMN     "told_version" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "tracking_method" TEXT,
ADD COLUMN     "tracking_number" TEXT,
ADD COLUMN     "tracking_url" TEXT,
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

ALTER TABLE "shipments"
    DROP CONSTRAINT "shipments_status_check",
    ADD CONSTRAINT "shipments_status_check" CHECK ("status" IN ('pending', 'handling', 'ready_to_ship', 'shipped',
      'delivered', 'not_delivered', 'cancelled')),
    ADD CONSTRAINT "shipments_mode_check" CHECK ("mode" IN ('me1', 'me2'));

-- Shipments of earlier releases were ready to ship when they were made; what happened since is in their dates.
UPDATE "shipments" SET
  "order_ids" = CASE WHEN "order_id" IS NULL THEN ARRAY[]::BIGINT[] ELSE ARRAY["order_id"] END,
  "logistic_type" = CASE WHEN "self_service" THEN 'self_service' ELSE 'drop_off' END,
  "ready_to_ship_at" = "created_at",
  "paid_at" = "created_at",
  "history" = (
    SELECT jsonb_agg(jsonb_build_object('status', step.status,
        'substatus', CASE WHEN step.status = "shipments"."status" THEN "shipments"."substatus" END,
        'date', to_char(step.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY step.place)
    FROM (VALUES (1, 'ready_to_ship', "created_at"), (2, 'shipped', "shipped_at"), (3, 'delivered', "delivered_at"),
        (3, 'not_delivered', "not_delivered_at"), (3, 'cancelled', "cancelled_at")) AS step (place, status, at)
    WHERE step.at IS NOT NULL);
