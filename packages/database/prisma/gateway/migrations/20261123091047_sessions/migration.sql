-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "former_hash" BYTEA,
    "user_id" BIGINT NOT NULL,
    "method" TEXT NOT NULL,
    "awaiting" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,
    "rotated_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "known_browsers" (
    "token_hash" BYTEA NOT NULL,
    "user_id" BIGINT NOT NULL,
    "seen_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "known_browsers_pkey" PRIMARY KEY ("token_hash","user_id")
);

-- CreateTable
CREATE TABLE "sign_in_throttles" (
    "key" TEXT NOT NULL,
    "failures" DOUBLE PRECISION NOT NULL,
    "counted_at" TIMESTAMPTZ(6) NOT NULL,
    "blocked_until" TIMESTAMPTZ(6),

    CONSTRAINT "sign_in_throttles_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions"("token_hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_former_hash_idx" ON "sessions"("former_hash");

-- CreateIndex
CREATE INDEX "sessions_seen_at_idx" ON "sessions"("seen_at");

-- CreateIndex
CREATE INDEX "known_browsers_user_id_idx" ON "known_browsers"("user_id");

-- CreateIndex
CREATE INDEX "known_browsers_seen_at_idx" ON "known_browsers"("seen_at");

-- CreateIndex
CREATE INDEX "sign_in_throttles_counted_at_idx" ON "sign_in_throttles"("counted_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "known_browsers" ADD CONSTRAINT "known_browsers_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Names and addresses are typed in any case.
CREATE INDEX IF NOT EXISTS "users_lower_nickname_idx" ON "users" (lower("nickname"));
CREATE INDEX IF NOT EXISTS "users_lower_email_idx" ON "users" (lower("email"));
