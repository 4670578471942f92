CREATE SEQUENCE applications_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE audit_events_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE identities_id_seq AS bigint START 1 INCREMENT 1;

CREATE SEQUENCE users_id_seq AS bigint START 1 INCREMENT 1;

CREATE TABLE applications (
  id bigint NOT NULL DEFAULT nextval('applications_id_seq'::regclass),
  name text NOT NULL,
  owner_id bigint,
  secret_hash bytea NOT NULL,
  redirect_uris text[],
  grant_types text[],
  scopes text[],
  callback_url text,
  topics text[],
  webhook_secret bytea NOT NULL,
  requests_per_minute integer,
  created_at timestamp(6) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  disabled_by text,
  former_secret_hash bytea,
  former_secret_until timestamp(6) with time zone,
  builtin text,
  CONSTRAINT applications_disabled_by_check CHECK ((disabled_by = ANY (ARRAY['owner'::text, 'operator'::text]))),
  CONSTRAINT applications_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT applications_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_events (
  id bigint NOT NULL DEFAULT nextval('audit_events_id_seq'::regclass),
  created_at timestamp(3) with time zone NOT NULL,
  action text NOT NULL,
  actor_id bigint,
  application_id bigint,
  subject text NOT NULL,
  address text,
  request_id text,
  details jsonb NOT NULL,
  CONSTRAINT audit_events_pkey PRIMARY KEY (id)
);

CREATE TABLE grants (
  code_hash bytea NOT NULL,
  application_id bigint NOT NULL,
  user_id bigint NOT NULL,
  family_id uuid NOT NULL,
  redirect_uri text NOT NULL,
  scopes text[],
  code_challenge text,
  code_challenge_method text,
  expires_at timestamp(6) with time zone NOT NULL,
  used_at timestamp(6) with time zone,
  session_id uuid,
  CONSTRAINT grants_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT grants_pkey PRIMARY KEY (code_hash),
  CONSTRAINT grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT
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

CREATE TABLE identities (
  id bigint NOT NULL DEFAULT nextval('identities_id_seq'::regclass),
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT identities_pkey PRIMARY KEY (id),
  CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE known_browsers (
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL,
  seen_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT known_browsers_pkey PRIMARY KEY (token_hash, user_id),
  CONSTRAINT known_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE notification_deliveries (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  application_id bigint NOT NULL,
  topic text NOT NULL,
  resource text NOT NULL,
  user_id bigint NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  failure text,
  missed_at timestamp(3) with time zone,
  request_id text,
  actions text[],
  claimed_until timestamp(3) with time zone,
  CONSTRAINT notification_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT notification_deliveries_state_check CHECK (((due_at IS NULL) = (missed_at IS NOT NULL)))
);

CREATE TABLE notification_events (
  id uuid NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT notification_events_pkey PRIMARY KEY (id)
);

CREATE TABLE oidc_sign_ins (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  sealed bytea NOT NULL,
  expires_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT oidc_sign_ins_pkey PRIMARY KEY (state_hash)
);

CREATE TABLE recovery_codes (
  user_id bigint NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES totp_secrets(user_id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE sessions (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  former_hash bytea,
  user_id bigint NOT NULL,
  method text NOT NULL,
  awaiting text,
  created_at timestamp(6) with time zone NOT NULL,
  seen_at timestamp(6) with time zone NOT NULL,
  rotated_at timestamp(6) with time zone NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE sign_in_throttles (
  key text NOT NULL,
  failures double precision NOT NULL,
  counted_at timestamp(6) with time zone NOT NULL,
  blocked_until timestamp(6) with time zone,
  CONSTRAINT sign_in_throttles_pkey PRIMARY KEY (key)
);

CREATE TABLE token_families (
  id uuid NOT NULL,
  application_id bigint NOT NULL,
  user_id bigint NOT NULL,
  created_at timestamp(6) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at timestamp(6) with time zone,
  last_used_at timestamp(6) with time zone,
  session_id uuid,
  signed_out_at timestamp(6) with time zone,
  CONSTRAINT token_families_application_id_fkey FOREIGN KEY (application_id) REFERENCES applications(id) ON UPDATE CASCADE ON DELETE RESTRICT,
  CONSTRAINT token_families_pkey PRIMARY KEY (id),
  CONSTRAINT token_families_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE RESTRICT
);

CREATE TABLE tokens (
  hash bytea NOT NULL,
  family_id uuid NOT NULL,
  kind text NOT NULL,
  scopes text[],
  expires_at timestamp(6) with time zone NOT NULL,
  used_at timestamp(6) with time zone,
  CONSTRAINT tokens_family_id_fkey FOREIGN KEY (family_id) REFERENCES token_families(id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
  CONSTRAINT tokens_pkey PRIMARY KEY (hash)
);

CREATE TABLE totp_secrets (
  user_id bigint NOT NULL,
  sealed bytea NOT NULL,
  session_id uuid,
  created_at timestamp(6) with time zone NOT NULL,
  confirmed_at timestamp(6) with time zone,
  last_step bigint,
  CONSTRAINT totp_secrets_pkey PRIMARY KEY (user_id),
  CONSTRAINT totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE users (
  id bigint NOT NULL DEFAULT nextval('users_id_seq'::regclass),
  nickname text NOT NULL,
  site_id text NOT NULL,
  country_id text NOT NULL,
  email text NOT NULL,
  phone_area_code text NOT NULL,
  phone_number text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  address jsonb,
  reputation_level text,
  roles text[],
  site_status text NOT NULL DEFAULT 'active'::text,
  moderated boolean NOT NULL DEFAULT false,
  intervened boolean NOT NULL DEFAULT false,
  messaging_allowed boolean NOT NULL DEFAULT true,
  password_hash bytea,
  created_at timestamp(6) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  identification jsonb,
  test_user boolean NOT NULL DEFAULT false,
  password text,
  disabled_at timestamp(6) with time zone,
  CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE UNIQUE INDEX applications_builtin_key ON public.applications USING btree (builtin);

CREATE INDEX applications_owner_id_idx ON public.applications USING btree (owner_id);

CREATE INDEX audit_events_action_created_at_idx ON public.audit_events USING btree (action, created_at);

CREATE INDEX audit_events_actor_id_created_at_idx ON public.audit_events USING btree (actor_id, created_at);

CREATE INDEX audit_events_application_id_created_at_idx ON public.audit_events USING btree (application_id, created_at);

CREATE INDEX audit_events_created_at_id_idx ON public.audit_events USING btree (created_at, id);

CREATE INDEX audit_events_subject_created_at_idx ON public.audit_events USING btree (subject, created_at);

CREATE INDEX grants_expires_at_idx ON public.grants USING btree (expires_at);

CREATE INDEX grants_user_id_application_id_idx ON public.grants USING btree (user_id, application_id);

CREATE INDEX idempotency_keys_created_at_idx ON public.idempotency_keys USING btree (created_at);

CREATE UNIQUE INDEX identities_issuer_subject_key ON public.identities USING btree (issuer, subject);

CREATE INDEX identities_user_id_idx ON public.identities USING btree (user_id);

CREATE INDEX known_browsers_seen_at_idx ON public.known_browsers USING btree (seen_at);

CREATE INDEX known_browsers_user_id_idx ON public.known_browsers USING btree (user_id);

CREATE INDEX notification_deliveries_application_id_due_at_idx ON public.notification_deliveries USING btree (application_id, due_at);

CREATE INDEX notification_deliveries_application_id_missed_at_idx ON public.notification_deliveries USING btree (application_id, missed_at);

CREATE INDEX notification_deliveries_missed ON public.notification_deliveries USING btree (missed_at) WHERE (missed_at IS NOT NULL);

CREATE INDEX notification_events_received_at_idx ON public.notification_events USING btree (received_at);

CREATE INDEX oidc_sign_ins_expires_at_idx ON public.oidc_sign_ins USING btree (expires_at);

CREATE INDEX sessions_former_hash_idx ON public.sessions USING btree (former_hash);

CREATE INDEX sessions_seen_at_idx ON public.sessions USING btree (seen_at);

CREATE UNIQUE INDEX sessions_token_hash_key ON public.sessions USING btree (token_hash);

CREATE INDEX sessions_user_id_idx ON public.sessions USING btree (user_id);

CREATE INDEX sign_in_throttles_counted_at_idx ON public.sign_in_throttles USING btree (counted_at);

CREATE INDEX token_families_user_id_application_id_idx ON public.token_families USING btree (user_id, application_id);

CREATE INDEX tokens_expires_at_idx ON public.tokens USING btree (expires_at);

CREATE INDEX tokens_family_id_idx ON public.tokens USING btree (family_id);

CREATE INDEX users_lower_email_idx ON public.users USING btree (lower(email));

CREATE INDEX users_lower_nickname_idx ON public.users USING btree (lower(nickname));

CREATE UNIQUE INDEX users_nickname_key ON public.users USING btree (nickname);

CREATE INDEX users_operators_idx ON public.users USING btree (id) WHERE ('operator'::text = ANY (roles));
