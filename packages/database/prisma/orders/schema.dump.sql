CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE sale_ids AS bigint START 4600000001 INCREMENT 1;

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
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (caller_id, method, path, key)
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
  CONSTRAINT orders_pack_id_fkey FOREIGN KEY (pack_id) REFERENCES packs(id) ON UPDATE CASCADE ON DELETE SET NULL,
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_quantity_positive CHECK ((quantity > 0))
);

CREATE TABLE outbox_events (
  id uuid NOT NULL,
  "position" bigint NOT NULL DEFAULT nextval('outbox_events_position_seq'::regclass),
  topic text NOT NULL,
  resource text NOT NULL,
  user_id bigint NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  request_id text,
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

CREATE TABLE purchases (
  id uuid NOT NULL,
  buyer_id bigint NOT NULL,
  state text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  same_as text,
  CONSTRAINT purchases_pkey PRIMARY KEY (id),
  CONSTRAINT purchases_state_known CHECK ((state = ANY (ARRAY['pending'::text, 'returning'::text, 'done'::text, 'cancelled'::text])))
);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX orders_buyer_id_idx ON public.orders USING btree (buyer_id);

CREATE INDEX orders_pack_id_idx ON public.orders USING btree (pack_id);

CREATE INDEX orders_seller_id_idx ON public.orders USING btree (seller_id);

CREATE INDEX orders_without_shipment ON public.orders USING btree (created_at) WHERE (shipment_id IS NULL);

CREATE UNIQUE INDEX purchases_same_as ON public.purchases USING btree (same_as) WHERE (state = 'pending'::text);

CREATE INDEX purchases_unfinished ON public.purchases USING btree (created_at) WHERE (state = ANY (ARRAY['pending'::text, 'returning'::text]));
