CREATE SEQUENCE outbox_events_position_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE questions_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE saved_answers_id_seq AS bigint START 1 INCREMENT 1;

CREATE TABLE blocked_askers (
  seller_id bigint NOT NULL,
  user_id bigint NOT NULL,
  blocked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT blocked_askers_pkey PRIMARY KEY (seller_id, user_id)
);

CREATE TABLE closed_items (
  item_id text NOT NULL,
  CONSTRAINT closed_items_pkey PRIMARY KEY (item_id)
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

CREATE TABLE question_counts (
  scope text NOT NULL,
  status text NOT NULL,
  hidden boolean NOT NULL,
  shard smallint NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT question_counts_pkey PRIMARY KEY (scope, status, hidden, shard)
);

CREATE TABLE questions (
  id bigint NOT NULL DEFAULT nextval('questions_id_seq'::regclass),
  item_id text NOT NULL,
  site_id text NOT NULL,
  seller_id bigint NOT NULL,
  asker_id bigint NOT NULL,
  application_id bigint NOT NULL,
  status text NOT NULL,
  held_status text,
  text text NOT NULL,
  hidden boolean NOT NULL DEFAULT false,
  hold boolean NOT NULL DEFAULT false,
  suspected_spam boolean NOT NULL DEFAULT false,
  vehicle boolean NOT NULL,
  first_on_item boolean NOT NULL,
  period smallint NOT NULL,
  answer_text text,
  answer_status text,
  answered_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT questions_answer_whole CHECK ((((answer_text IS NULL) = (answer_status IS NULL)) AND ((answer_text IS NULL) = (answered_at IS NULL)))),
  CONSTRAINT questions_held_while_under_review CHECK (((status = 'UNDER_REVIEW'::text) = (held_status IS NOT NULL))),
  CONSTRAINT questions_pkey PRIMARY KEY (id),
  CONSTRAINT questions_status_known CHECK ((status = ANY (ARRAY['UNANSWERED'::text, 'ANSWERED'::text, 'CLOSED_UNANSWERED'::text, 'UNDER_REVIEW'::text, 'BANNED'::text, 'DELETED'::text, 'DISABLED'::text])))
);

CREATE TABLE saved_answers (
  id bigint NOT NULL DEFAULT nextval('saved_answers_id_seq'::regclass),
  seller_id bigint NOT NULL,
  title text NOT NULL,
  text text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT saved_answers_pkey PRIMARY KEY (id)
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

CREATE INDEX blocked_askers_seller_id_blocked_at_user_id_idx ON public.blocked_askers USING btree (seller_id, blocked_at, user_id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE INDEX questions_asker_id_created_at_id_idx ON public.questions USING btree (asker_id, created_at DESC, id DESC);

CREATE UNIQUE INDEX questions_first_on_item ON public.questions USING btree (item_id, asker_id) WHERE first_on_item;

CREATE INDEX questions_item_asker ON public.questions USING btree (item_id, asker_id);

CREATE INDEX questions_item_id_created_at_id_idx ON public.questions USING btree (item_id, created_at DESC, id DESC);

CREATE INDEX questions_response_time ON public.questions USING btree (seller_id, created_at) INCLUDE (period, answered_at) WHERE (first_on_item AND (status <> ALL (ARRAY['DELETED'::text, 'BANNED'::text])));

CREATE INDEX questions_seller_asker ON public.questions USING btree (seller_id, asker_id, id, status, created_at);

CREATE INDEX questions_seller_id_created_at_id_idx ON public.questions USING btree (seller_id, created_at DESC, id DESC);

CREATE INDEX questions_seller_id_status_created_at_id_idx ON public.questions USING btree (seller_id, status, created_at DESC, id DESC);

CREATE INDEX questions_seller_item ON public.questions USING btree (seller_id, item_id, id, status, created_at);

CREATE INDEX questions_waiting ON public.questions USING btree (status, created_at, id) WHERE (status = ANY (ARRAY['UNANSWERED'::text, 'UNDER_REVIEW'::text]));

CREATE UNIQUE INDEX saved_answers_seller_id_title_key ON public.saved_answers USING btree (seller_id, title);
