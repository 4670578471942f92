CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE reconciliations_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE sale_ids AS bigint START 4600000001 INCREMENT 1;

CREATE TABLE fiscal_documents (
  id text NOT NULL,
  pack_id bigint NOT NULL,
  seller_id bigint NOT NULL,
  slot text NOT NULL,
  file_type text NOT NULL,
  filename text NOT NULL,
  size integer NOT NULL,
  sha256 text NOT NULL,
  object_key text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  site_id text,
  CONSTRAINT fiscal_documents_pkey PRIMARY KEY (id),
  CONSTRAINT fiscal_documents_slot_known CHECK ((slot = ANY (ARRAY['pdf'::text, 'xml'::text]))),
  CONSTRAINT fiscal_documents_type_known CHECK ((((slot = 'pdf'::text) = (file_type = 'application/pdf'::text)) AND (file_type = ANY (ARRAY['application/pdf'::text, 'application/xml'::text, 'text/xml'::text]))))
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
  actions text[],
  CONSTRAINT outbox_events_pkey PRIMARY KEY ("position")
);

CREATE TABLE outgoing_mail (
  id uuid NOT NULL,
  kind text NOT NULL,
  pack_id bigint NOT NULL,
  user_id bigint NOT NULL,
  details jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT outgoing_mail_kind_known CHECK ((kind = ANY (ARRAY['fiscal_documents'::text, 'billing_request'::text]))),
  CONSTRAINT outgoing_mail_pkey PRIMARY KEY (id)
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

CREATE TABLE reconciliations (
  id bigint NOT NULL DEFAULT nextval('reconciliations_id_seq'::regclass),
  mend boolean NOT NULL,
  started_by bigint NOT NULL,
  status text NOT NULL,
  failure text,
  created_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  alive_at timestamp(3) with time zone NOT NULL,
  objects integer NOT NULL DEFAULT 0,
  documents integer NOT NULL DEFAULT 0,
  documents_total integer NOT NULL,
  difference_count integer NOT NULL DEFAULT 0,
  differences jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT reconciliations_pkey PRIMARY KEY (id),
  CONSTRAINT reconciliations_status_known CHECK ((status = ANY (ARRAY['running'::text, 'done'::text, 'failed'::text])))
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

CREATE TABLE used_packs (
  pack_id bigint NOT NULL,
  first_used_at timestamp(3) with time zone NOT NULL,
  site_id text,
  CONSTRAINT used_packs_pkey PRIMARY KEY (pack_id)
);

CREATE UNIQUE INDEX fiscal_documents_object_key_key ON public.fiscal_documents USING btree (object_key);

CREATE UNIQUE INDEX fiscal_documents_slot ON public.fiscal_documents USING btree (pack_id, seller_id, slot);

CREATE INDEX fiscal_documents_without_site ON public.fiscal_documents USING btree (pack_id) WHERE (site_id IS NULL);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX orders_buyer_id_idx ON public.orders USING btree (buyer_id);

CREATE INDEX orders_pack_id_idx ON public.orders USING btree (pack_id);

CREATE INDEX orders_seller_id_idx ON public.orders USING btree (seller_id);

CREATE INDEX orders_without_shipment ON public.orders USING btree (created_at) WHERE (shipment_id IS NULL);

CREATE INDEX outgoing_mail_due_at_idx ON public.outgoing_mail USING btree (due_at);

CREATE UNIQUE INDEX purchases_same_as ON public.purchases USING btree (same_as) WHERE (state = 'pending'::text);

CREATE INDEX purchases_unfinished ON public.purchases USING btree (created_at) WHERE (state = ANY (ARRAY['pending'::text, 'returning'::text]));

CREATE UNIQUE INDEX reconciliations_running ON public.reconciliations USING btree (status) WHERE (status = 'running'::text);

CREATE INDEX unowned_objects_due_at_idx ON public.unowned_objects USING btree (due_at);

CREATE INDEX used_packs_without_site ON public.used_packs USING btree (pack_id) WHERE (site_id IS NULL);
