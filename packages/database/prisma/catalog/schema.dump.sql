CREATE EXTENSION pg_trgm;

CREATE EXTENSION unaccent;

CREATE SEQUENCE item_changes_no_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE item_numbers AS bigint START 1400000019 INCREMENT 1;

CREATE SEQUENCE labelled_titles_no_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE picture_numbers AS bigint START 10000000001 INCREMENT 1;

CREATE SEQUENCE tree_numbers AS bigint START 90000001 INCREMENT 1;

CREATE SEQUENCE variation_numbers AS bigint START 10000000001 INCREMENT 1;

CREATE TABLE categories (
  id text NOT NULL,
  site_id text NOT NULL,
  name text NOT NULL,
  picture text,
  permalink text,
  parent_id text,
  "position" integer NOT NULL,
  path text[],
  path_from_root json NOT NULL,
  is_leaf boolean NOT NULL,
  settings json NOT NULL,
  attributes json NOT NULL,
  attribute_types text NOT NULL,
  meta_categ_id text,
  attributable boolean NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  domain_id text,
  domain_name text,
  logistics json NOT NULL,
  flex_opt_in_only boolean NOT NULL DEFAULT false,
  retired boolean NOT NULL DEFAULT false,
  CONSTRAINT categories_pkey PRIMARY KEY (id)
);

CREATE TABLE category_models (
  site_id text NOT NULL,
  version integer NOT NULL,
  bytes bytea NOT NULL,
  titles integer NOT NULL,
  since_xid xid8 NOT NULL,
  trained_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT category_models_pkey PRIMARY KEY (site_id)
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

CREATE TABLE item_change_retention (
  id smallint NOT NULL DEFAULT 1,
  deleted_xid xid8 NOT NULL DEFAULT '0'::xid8,
  origin text,
  CONSTRAINT item_change_retention_pkey PRIMARY KEY (id)
);

CREATE TABLE item_changes (
  no bigint NOT NULL DEFAULT nextval('item_changes_no_seq'::regclass),
  item_no bigint,
  seller_id bigint,
  category_id text,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT item_changes_pkey PRIMARY KEY (no)
);

CREATE TABLE item_closings (
  item_id text NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT item_closings_pkey PRIMARY KEY (item_id)
);

CREATE TABLE item_visit_days (
  item_id text NOT NULL,
  day date NOT NULL,
  seller_id bigint NOT NULL,
  visits integer NOT NULL,
  CONSTRAINT item_visit_days_pkey PRIMARY KEY (item_id, day)
);

CREATE TABLE item_visits (
  item_id text NOT NULL,
  user_id bigint NOT NULL,
  hour timestamp(3) with time zone NOT NULL,
  CONSTRAINT item_visits_pkey PRIMARY KEY (item_id, user_id, hour)
);

CREATE TABLE items (
  id text NOT NULL,
  no bigint NOT NULL,
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  category_id text NOT NULL,
  domain_id text,
  title text NOT NULL,
  price numeric(18,2),
  currency_id text NOT NULL,
  initial_quantity integer NOT NULL,
  available_quantity integer NOT NULL,
  sold_quantity integer NOT NULL DEFAULT 0,
  buying_mode text NOT NULL,
  listing_type_id text NOT NULL,
  condition text NOT NULL,
  pictures jsonb NOT NULL,
  attributes jsonb NOT NULL,
  description text NOT NULL,
  video_id text,
  shipping_mode text NOT NULL,
  logistic_type text NOT NULL,
  free_shipping boolean NOT NULL,
  local_pick_up boolean NOT NULL DEFAULT false,
  shipping_tags text[],
  status text NOT NULL,
  date_created timestamp(3) with time zone NOT NULL,
  last_updated timestamp(3) with time zone NOT NULL,
  version integer NOT NULL DEFAULT 1,
  other_fields jsonb NOT NULL DEFAULT '{}'::jsonb,
  sale_terms jsonb NOT NULL DEFAULT '[]'::jsonb,
  seller_custom_field text,
  closed_at timestamp(3) with time zone,
  parent_item_id text,
  sub_status text[] DEFAULT ARRAY[]::text[],
  variations jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT items_category_id_fkey FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE RESTRICT,
  CONSTRAINT items_pkey PRIMARY KEY (id)
);

CREATE TABLE labelled_titles (
  no bigint NOT NULL DEFAULT nextval('labelled_titles_no_seq'::regclass),
  site_id text NOT NULL,
  category_id text NOT NULL,
  title text NOT NULL,
  source text NOT NULL,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT labelled_titles_pkey PRIMARY KEY (no)
);

CREATE UNLOGGED TABLE last_writes (
  caller bigint NOT NULL,
  "position" pg_lsn NOT NULL,
  CONSTRAINT last_writes_pkey PRIMARY KEY (caller)
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

CREATE TABLE pictures (
  id text NOT NULL,
  seller_id bigint NOT NULL,
  source text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  content_type text,
  height integer,
  object_key text,
  sha256 text,
  size integer,
  width integer,
  needed_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT pictures_file_is_whole CHECK ((num_nulls(object_key, content_type, size, sha256, width, height) = ANY (ARRAY[0, 6]))),
  CONSTRAINT pictures_pkey PRIMARY KEY (id)
);

CREATE TABLE site_attribute_values (
  site_id text NOT NULL,
  attribute_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  CONSTRAINT site_attribute_values_pkey PRIMARY KEY (site_id, attribute_id, id)
);

CREATE TABLE site_attributes (
  site_id text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  CONSTRAINT site_attributes_pkey PRIMARY KEY (site_id, id)
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

CREATE TABLE stock_reservations (
  purchase_key text NOT NULL,
  lines jsonb NOT NULL,
  answer jsonb NOT NULL,
  taken boolean NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  returned_at timestamp(3) with time zone,
  CONSTRAINT stock_reservations_pkey PRIMARY KEY (purchase_key)
);

CREATE TABLE tree_dumps (
  site_id text NOT NULL,
  with_attributes boolean NOT NULL,
  body bytea NOT NULL,
  md5 text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  version bigint NOT NULL DEFAULT 0,
  CONSTRAINT tree_dumps_pkey PRIMARY KEY (site_id, with_attributes)
);

CREATE TABLE tree_snapshot_parts (
  site_id text NOT NULL,
  part integer NOT NULL,
  ids text[],
  body bytea NOT NULL,
  CONSTRAINT tree_snapshot_parts_pkey PRIMARY KEY (site_id, part),
  CONSTRAINT tree_snapshot_parts_site_id_fkey FOREIGN KEY (site_id) REFERENCES tree_snapshots(site_id) ON DELETE CASCADE
);

CREATE TABLE tree_snapshots (
  site_id text NOT NULL,
  imported_at timestamp(3) with time zone NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT tree_snapshots_pkey PRIMARY KEY (site_id)
);

CREATE TABLE trees (
  site_id text NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT trees_pkey PRIMARY KEY (site_id)
);

CREATE TABLE unowned_objects (
  object_key text NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  removal_began_at timestamp(3) with time zone,
  removed_at timestamp(3) with time zone,
  CONSTRAINT unowned_objects_pkey PRIMARY KEY (object_key)
);

CREATE INDEX categories_domain_id_idx ON public.categories USING btree (domain_id);

CREATE INDEX categories_site_id_parent_id_position_idx ON public.categories USING btree (site_id, parent_id, "position");

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX item_changes_xid_idx ON public.item_changes USING btree (xid);

CREATE INDEX item_visit_days_day_idx ON public.item_visit_days USING btree (day);

CREATE INDEX item_visit_days_seller_id_day_idx ON public.item_visit_days USING btree (seller_id, day);

CREATE INDEX item_visits_hour_idx ON public.item_visits USING btree (hour);

CREATE INDEX items_active_category_idx ON public.items USING btree (site_id, category_id) WHERE (status = 'active'::text);

CREATE INDEX items_category_id_idx ON public.items USING btree (category_id);

CREATE INDEX items_domain_id_date_created_idx ON public.items USING btree (domain_id, date_created);

CREATE UNIQUE INDEX items_no_key ON public.items USING btree (no);

CREATE INDEX items_open_stop_time_idx ON public.items USING btree (item_stop_time(closed_at, listing_type_id, date_created)) WHERE (status <> 'closed'::text);

CREATE UNIQUE INDEX items_parent_item_id_key ON public.items USING btree (parent_item_id);

CREATE INDEX items_picture_files_idx ON public.items USING gin (jsonb_path_query_array(pictures, '$[*]."url"?(@ starts with "/pictures/files/")'::jsonpath) jsonb_path_ops) WHERE jsonb_path_exists(pictures, '$[*]."url"?(@ starts with "/pictures/files/")'::jsonpath);

CREATE INDEX items_picture_ids_idx ON public.items USING gin (jsonb_path_query_array(pictures, '$[*]."id"'::jsonpath) jsonb_path_ops);

CREATE INDEX items_seller_custom_field_idx ON public.items USING btree (seller_id, seller_custom_field) WHERE (seller_custom_field IS NOT NULL);

CREATE INDEX items_seller_id_no_idx ON public.items USING btree (seller_id, no);

CREATE INDEX items_seller_id_status_no_idx ON public.items USING btree (seller_id, status, no);

CREATE INDEX items_seller_sku_idx ON public.items USING btree (seller_id, jsonb_path_query_first(attributes, '$[*]?(@."id" == "SELLER_SKU")."value_name"'::jsonpath)) WHERE (jsonb_path_query_first(attributes, '$[*]?(@."id" == "SELLER_SKU")."value_name"'::jsonpath) IS NOT NULL);

CREATE INDEX items_seller_stop_time_idx ON public.items USING btree (seller_id, item_stop_time(closed_at, listing_type_id, date_created), no);

CREATE INDEX items_seller_variations_idx ON public.items USING btree (seller_id) WHERE (variations <> '[]'::jsonb);

CREATE INDEX labelled_titles_category_id_no_idx ON public.labelled_titles USING btree (category_id, no);

CREATE UNIQUE INDEX labelled_titles_title_key ON public.labelled_titles USING btree (site_id, md5(title));

CREATE INDEX labelled_titles_xid_idx ON public.labelled_titles USING btree (xid);

CREATE INDEX pictures_files_needed_at_idx ON public.pictures USING btree (needed_at) WHERE (object_key IS NOT NULL);

CREATE UNIQUE INDEX pictures_object_key_key ON public.pictures USING btree (object_key);

CREATE INDEX unowned_objects_due_at_idx ON public.unowned_objects USING btree (due_at);
