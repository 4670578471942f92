CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE shipments_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE subscriptions_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE subscriptions_service_id_seq AS bigint START 1 INCREMENT 1;

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

CREATE TABLE shipments (
  id bigint NOT NULL DEFAULT nextval('shipments_id_seq'::regclass),
  order_id bigint,
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  buyer_id bigint NOT NULL,
  self_service boolean NOT NULL,
  status text NOT NULL,
  substatus text,
  comments text,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  first_printed_at timestamp(3) with time zone,
  shipped_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  not_delivered_at timestamp(3) with time zone,
  cancelled_at timestamp(3) with time zone,
  driver_id bigint,
  cancelled_order_ids bigint[] DEFAULT ARRAY[]::bigint[],
  cost numeric(18,2),
  delivery_limit_at timestamp(3) with time zone,
  first_visit_at timestamp(3) with time zone,
  free_shipping boolean NOT NULL DEFAULT true,
  handling_at timestamp(3) with time zone,
  handling_limit_at timestamp(3) with time zone,
  history jsonb NOT NULL DEFAULT '[]'::jsonb,
  items jsonb NOT NULL DEFAULT '[]'::jsonb,
  list_cost numeric(18,2),
  logistic_type text,
  mode text NOT NULL DEFAULT 'me2'::text,
  next_step_at timestamp(3) with time zone,
  order_ids bigint[] DEFAULT ARRAY[]::bigint[],
  outcome text NOT NULL DEFAULT 'manual'::text,
  pack_id bigint,
  paid_at timestamp(3) with time zone,
  plan jsonb NOT NULL DEFAULT '[]'::jsonb,
  ready_to_ship_at timestamp(3) with time zone,
  receiver jsonb,
  returned_at timestamp(3) with time zone,
  sender jsonb,
  service_id bigint,
  told_version integer NOT NULL DEFAULT 0,
  tracking_method text,
  tracking_number text,
  tracking_url text,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT shipments_mode_check CHECK ((mode = ANY (ARRAY['me1'::text, 'me2'::text]))),
  CONSTRAINT shipments_pkey PRIMARY KEY (id),
  CONSTRAINT shipments_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'handling'::text, 'ready_to_ship'::text, 'shipped'::text, 'delivered'::text, 'not_delivered'::text, 'cancelled'::text])))
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

CREATE TABLE subscriptions (
  id bigint NOT NULL DEFAULT nextval('subscriptions_id_seq'::regclass),
  service_id bigint NOT NULL DEFAULT nextval('subscriptions_service_id_seq'::regclass),
  site_id text NOT NULL,
  user_id bigint NOT NULL,
  mode text NOT NULL,
  status text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  address jsonb,
  area_id text,
  delivery_window text NOT NULL,
  capacity integer NOT NULL,
  delivery_ranges jsonb NOT NULL,
  zones jsonb NOT NULL,
  disabled_features text[],
  worked_holidays text[],
  CONSTRAINT subscriptions_delivery_window_check CHECK ((delivery_window = ANY (ARRAY['same_day'::text, 'next_day'::text]))),
  CONSTRAINT subscriptions_mode_check CHECK ((mode = ANY (ARRAY['FLEX'::text, 'TURBO'::text]))),
  CONSTRAINT subscriptions_pkey PRIMARY KEY (id),
  CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['in'::text, 'out'::text, 'pending'::text])))
);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX shipments_next_step ON public.shipments USING btree (next_step_at) WHERE (next_step_at IS NOT NULL);

CREATE INDEX shipments_next_step_place ON public.shipments USING btree (next_step_at, id) WHERE (next_step_at IS NOT NULL);

CREATE INDEX shipments_open_of_pack ON public.shipments USING btree (pack_id) WHERE ((pack_id IS NOT NULL) AND (status = ANY (ARRAY['pending'::text, 'handling'::text, 'ready_to_ship'::text])));

CREATE UNIQUE INDEX shipments_order_id_key ON public.shipments USING btree (order_id);

CREATE INDEX shipments_order_ids_idx ON public.shipments USING gin (order_ids);

CREATE INDEX shipments_untold ON public.shipments USING btree (id) WHERE ((told_version < version) AND (order_id IS NOT NULL));

CREATE UNIQUE INDEX subscriptions_service_id_key ON public.subscriptions USING btree (service_id);

CREATE UNIQUE INDEX subscriptions_user_id_mode_key ON public.subscriptions USING btree (user_id, mode);
