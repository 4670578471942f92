CREATE SEQUENCE feedback_numbers AS bigint START 9044000017 INCREMENT 1;

CREATE SEQUENCE messages_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE payment_numbers AS bigint START 5300000011 INCREMENT 1;

CREATE SEQUENCE refund_numbers AS bigint START 1250000003 INCREMENT 1;

CREATE SEQUENCE sale_ids AS bigint START 4600000001 INCREMENT 1;

CREATE TABLE conversations (
  pack_id bigint NOT NULL,
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  buyer_id bigint NOT NULL,
  round integer NOT NULL DEFAULT 0,
  last_message_at timestamp(3) with time zone,
  reopened_at timestamp(3) with time zone,
  blocked_at timestamp(3) with time zone,
  CONSTRAINT conversations_pkey PRIMARY KEY (pack_id)
);

CREATE TABLE feedback (
  id bigint NOT NULL DEFAULT next_feedback_id(),
  order_id bigint NOT NULL,
  side text NOT NULL,
  fulfilled boolean NOT NULL,
  rating text NOT NULL,
  reason text,
  message text,
  restock_item boolean NOT NULL,
  reply text,
  modified boolean NOT NULL DEFAULT false,
  created_at timestamp(3) with time zone NOT NULL,
  visible_at timestamp(3) with time zone,
  CONSTRAINT feedback_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT feedback_pkey PRIMARY KEY (id),
  CONSTRAINT feedback_rating_known CHECK ((rating = ANY (ARRAY['positive'::text, 'neutral'::text, 'negative'::text]))),
  CONSTRAINT feedback_side_known CHECK ((side = ANY (ARRAY['sale'::text, 'purchase'::text])))
);

CREATE TABLE idempotency_keys (
  caller_id bigint NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  body_hash text NOT NULL,
  status integer,
  headers jsonb,
  body text,
  created_at timestamp(6) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  claimed_at timestamp(6) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller_id, method, path, key)
);

CREATE TABLE message_attachments (
  id text NOT NULL,
  user_id bigint NOT NULL,
  site_id text NOT NULL,
  message_id uuid,
  place integer NOT NULL DEFAULT 0,
  original_name text NOT NULL,
  type text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  object_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  claimed_by text,
  CONSTRAINT message_attachments_message_id_fkey FOREIGN KEY (message_id) REFERENCES messages(id) ON UPDATE CASCADE ON DELETE SET NULL,
  CONSTRAINT message_attachments_pkey PRIMARY KEY (id)
);

CREATE TABLE messages (
  id uuid NOT NULL,
  "position" bigint NOT NULL DEFAULT nextval('messages_position_seq'::regclass),
  pack_id bigint NOT NULL,
  application_id bigint NOT NULL,
  from_id bigint NOT NULL,
  to_id bigint NOT NULL,
  text text NOT NULL,
  status text NOT NULL,
  moderation_status text NOT NULL,
  option_id text,
  option_round integer,
  first boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  read_at timestamp(3) with time zone,
  CONSTRAINT messages_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES conversations(pack_id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT messages_pkey PRIMARY KEY (id)
);

CREATE TABLE notes (
  id text NOT NULL,
  subject text NOT NULL,
  subject_id bigint NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT notes_pkey PRIMARY KEY (id),
  CONSTRAINT notes_subject_known CHECK ((subject = ANY (ARRAY['order'::text, 'pack'::text])))
);

CREATE TABLE orders (
  id bigint NOT NULL DEFAULT next_sale_id(),
  pack_id bigint,
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  buyer_id bigint NOT NULL,
  item_id text NOT NULL,
  quantity integer NOT NULL,
  unit_price numeric(18,2) NOT NULL,
  currency_id text NOT NULL,
  logistic_type text NOT NULL,
  self_service boolean NOT NULL,
  shipment_id bigint,
  created_at timestamp(3) with time zone NOT NULL,
  variation_id bigint,
  cancel_detail jsonb,
  cancel_request jsonb,
  category_id text,
  closed_at timestamp(3) with time zone,
  condition text,
  delivered boolean NOT NULL DEFAULT false,
  free_shipping boolean NOT NULL DEFAULT true,
  fulfilled boolean,
  full_unit_price numeric(18,2),
  last_updated timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  listing_type_id text,
  manufacturing_days integer,
  no_shipping boolean NOT NULL DEFAULT false,
  purchase_id uuid,
  sale_fee numeric(18,2) NOT NULL DEFAULT 0,
  seller_custom_field text,
  seller_sku text,
  shipping_cost numeric(18,2) NOT NULL DEFAULT 0,
  shipping_mode text NOT NULL DEFAULT 'me2'::text,
  shipping_outcome text NOT NULL DEFAULT 'delivered'::text,
  shipping_status text,
  shipping_substatus text,
  shipping_version integer NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'paid'::text,
  status_detail jsonb,
  stock text NOT NULL DEFAULT 'taken'::text,
  title text,
  unfulfilled boolean NOT NULL DEFAULT false,
  variation_attributes jsonb NOT NULL DEFAULT '[]'::jsonb,
  warranty text,
  CONSTRAINT orders_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES packs(id) ON UPDATE CASCADE ON DELETE SET NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_quantity_positive CHECK ((quantity > 0)),
  CONSTRAINT orders_status_known CHECK ((status = ANY (ARRAY['confirmed'::text, 'payment_required'::text, 'payment_in_process'::text, 'partially_paid'::text, 'paid'::text, 'partially_refunded'::text, 'pending_cancel'::text, 'cancelled'::text, 'invalid'::text]))),
  CONSTRAINT orders_stock_known CHECK ((stock = ANY (ARRAY['taken'::text, 'returning'::text, 'returned'::text])))
);

CREATE TABLE outbox_events (
  id uuid NOT NULL,
  "position" bigint NOT NULL DEFAULT nextval('outbox_events_position_seq'::regclass),
  topic text NOT NULL,
  resource text NOT NULL,
  user_id bigint NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  request_id text,
  actions text[],
  CONSTRAINT outbox_events_pkey PRIMARY KEY ("position")
);

CREATE TABLE packs (
  id bigint NOT NULL DEFAULT next_sale_id(),
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  buyer_id bigint NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT packs_pkey PRIMARY KEY (id)
);

CREATE TABLE payments (
  id bigint NOT NULL DEFAULT next_payment_id(),
  order_id bigint NOT NULL,
  status text NOT NULL,
  status_detail text NOT NULL,
  method_id text NOT NULL,
  type text NOT NULL,
  installments integer NOT NULL,
  amount numeric(18,2) NOT NULL,
  shipping_cost numeric(18,2) NOT NULL DEFAULT 0,
  refunded numeric(18,2) NOT NULL DEFAULT 0,
  created_at timestamp(3) with time zone NOT NULL,
  approved_at timestamp(3) with time zone,
  last_updated timestamp(3) with time zone NOT NULL,
  CONSTRAINT payments_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT payments_pkey PRIMARY KEY (id),
  CONSTRAINT payments_refunded_at_most CHECK (((refunded >= (0)::numeric) AND (refunded <= (amount + shipping_cost))))
);

CREATE TABLE purchases (
  id uuid NOT NULL,
  buyer_id bigint NOT NULL,
  state text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  same_as text,
  begun_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT purchases_pkey PRIMARY KEY (id),
  CONSTRAINT purchases_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'returning'::text, 'done'::text, 'cancelled'::text])))
);

CREATE TABLE refunds (
  id bigint NOT NULL DEFAULT next_refund_id(),
  payment_id bigint NOT NULL,
  amount numeric(18,2) NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT refunds_amount_positive CHECK ((amount > (0)::numeric)),
  CONSTRAINT refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT refunds_pkey PRIMARY KEY (id)
);

CREATE TABLE site_placements (
  site_id text NOT NULL,
  address text NOT NULL,
  CONSTRAINT site_placements_pkey PRIMARY KEY (site_id)
);

CREATE TABLE site_splits (
  site_id text NOT NULL,
  address text NOT NULL,
  state text NOT NULL,
  CONSTRAINT site_splits_pkey PRIMARY KEY (site_id),
  CONSTRAINT site_splits_state_known CHECK ((state = ANY (ARRAY['prepared'::text, 'opening'::text, 'moving'::text, 'done'::text])))
);

CREATE TABLE unowned_objects (
  object_key text NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  removal_began_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT unowned_objects_pkey PRIMARY KEY (object_key)
);

CREATE UNIQUE INDEX feedback_once_per_side ON public.feedback USING btree (order_id, side);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX message_attachments_message_id_idx ON public.message_attachments USING btree (message_id);

CREATE UNIQUE INDEX message_attachments_object_key_key ON public.message_attachments USING btree (object_key);

CREATE INDEX message_attachments_unused ON public.message_attachments USING btree (created_at) WHERE (message_id IS NULL);

CREATE UNIQUE INDEX messages_option ON public.messages USING btree (pack_id, option_id, option_round);

CREATE INDEX messages_pack_id_position_idx ON public.messages USING btree (pack_id, "position" DESC);

CREATE UNIQUE INDEX messages_position_key ON public.messages USING btree ("position");

CREATE INDEX messages_unread ON public.messages USING btree (to_id, pack_id) WHERE ((read_at IS NULL) AND (status = 'available'::text));

CREATE INDEX notes_subject_subject_id_created_at_idx ON public.notes USING btree (subject, subject_id, created_at);

CREATE INDEX orders_awaiting_shipment ON public.orders USING btree (COALESCE(closed_at, created_at), id) WHERE ((shipment_id IS NULL) AND (status = ANY (ARRAY['paid'::text, 'partially_refunded'::text])) AND (NOT no_shipping));

CREATE INDEX orders_buyer_id_created_at_idx ON public.orders USING btree (buyer_id, created_at);

CREATE INDEX orders_buyer_id_last_updated_idx ON public.orders USING btree (buyer_id, last_updated);

CREATE INDEX orders_cancelling ON public.orders USING btree (id) WHERE (cancel_request IS NOT NULL);

CREATE INDEX orders_item_id_idx ON public.orders USING btree (item_id);

CREATE INDEX orders_of_seller ON public.orders USING btree (seller_id, COALESCE(closed_at, created_at), id);

CREATE INDEX orders_pack_id_idx ON public.orders USING btree (pack_id);

CREATE INDEX orders_returning_stock ON public.orders USING btree (id) WHERE (stock = 'returning'::text);

CREATE INDEX orders_seller_id_created_at_idx ON public.orders USING btree (seller_id, created_at);

CREATE INDEX orders_seller_id_last_updated_idx ON public.orders USING btree (seller_id, last_updated);

CREATE INDEX orders_shipment_id_idx ON public.orders USING btree (shipment_id);

CREATE INDEX orders_unpaid ON public.orders USING btree (created_at) WHERE ((status = ANY (ARRAY['confirmed'::text, 'payment_required'::text, 'payment_in_process'::text, 'partially_paid'::text])) AND (NOT unfulfilled));

CREATE INDEX orders_without_title ON public.orders USING btree (id) WHERE (title IS NULL);

CREATE INDEX payments_order_id_idx ON public.payments USING btree (order_id);

CREATE INDEX purchases_abandoned ON public.purchases USING btree (begun_at) WHERE (state = ANY (ARRAY['pending'::text, 'returning'::text]));

CREATE UNIQUE INDEX purchases_same_as ON public.purchases USING btree (same_as) WHERE (state = 'pending'::text);

CREATE INDEX refunds_payment_id_idx ON public.refunds USING btree (payment_id);

CREATE INDEX unowned_objects_due_at_idx ON public.unowned_objects USING btree (due_at);
