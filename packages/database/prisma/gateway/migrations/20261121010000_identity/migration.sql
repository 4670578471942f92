-- CreateTable
CREATE TABLE "users" (
    "id" BIGSERIAL NOT NULL,
    "nickname" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "country_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "phone_area_code" TEXT NOT NULL,
    "phone_number" TEXT NOT NULL,
    "first_name" TEXT NOT NULL,
    "last_name" TEXT NOT NULL,
    "address" JSONB,
    "reputation_level" TEXT,
    "roles" TEXT[],
    "site_status" TEXT NOT NULL DEFAULT 'active',
    "moderated" BOOLEAN NOT NULL DEFAULT false,
    "intervened" BOOLEAN NOT NULL DEFAULT false,
    "messaging_allowed" BOOLEAN NOT NULL DEFAULT true,
    "password_hash" BYTEA,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "applications" (
    "id" BIGSERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "owner_id" BIGINT NOT NULL,
    "secret_hash" BYTEA NOT NULL,
    "redirect_uris" TEXT[],
    "grant_types" TEXT[],
    "scopes" TEXT[],
    "callback_url" TEXT,
    "topics" TEXT[],
    "webhook_secret" BYTEA NOT NULL,
    "requests_per_minute" INTEGER,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "grants" (
    "code_hash" BYTEA NOT NULL,
    "application_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "family_id" UUID NOT NULL,
    "redirect_uri" TEXT NOT NULL,
    "scopes" TEXT[],
    "code_challenge" TEXT,
    "code_challenge_method" TEXT,
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "grants_pkey" PRIMARY KEY ("code_hash")
);

-- CreateTable
CREATE TABLE "token_families" (
    "id" UUID NOT NULL,
    "application_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(6),

    CONSTRAINT "token_families_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tokens" (
    "hash" BYTEA NOT NULL,
    "family_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "scopes" TEXT[],
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_nickname_key" ON "users"("nickname");

-- CreateIndex
CREATE INDEX "applications_owner_id_idx" ON "applications"("owner_id");

-- CreateIndex
CREATE INDEX "grants_expires_at_idx" ON "grants"("expires_at");

-- CreateIndex
CREATE INDEX "token_families_user_id_application_id_idx" ON "token_families"("user_id", "application_id");

-- CreateIndex
CREATE INDEX "tokens_family_id_idx" ON "tokens"("family_id");

-- CreateIndex
CREATE INDEX "tokens_expires_at_idx" ON "tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_owner_id_fkey" FOREIGN KEY ("owner_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_application_id_fkey" FOREIGN KEY ("application_id") REFERENCES "applications"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "token_families" ADD CONSTRAINT "token_families_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_family_id_fkey" FOREIGN KEY ("family_id") REFERENCES "token_families"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- A token is an access or a refresh token, nothing else.
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_kind_check" CHECK ("kind" IN ('access', 'refresh'));

-- Ids start where those of a grown marketplace are: beyond 32 bits (decisions 1.12).
ALTER SEQUENCE "users_id_seq" RESTART WITH 2418503621;
ALTER SEQUENCE "applications_id_seq" RESTART WITH 3167204918;
