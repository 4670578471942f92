-- CreateTable
CREATE TABLE "questions" (
    "id" BIGSERIAL NOT NULL,
    "item_id" TEXT NOT NULL,
    "site_id" TEXT NOT NULL,
    "seller_id" BIGINT NOT NULL,
    "asker_id" BIGINT NOT NULL,
    "application_id" BIGINT NOT NULL,
    "status" TEXT NOT NULL,
    "held_status" TEXT,
    "text" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL DEFAULT false,
    "hold" BOOLEAN NOT NULL DEFAULT false,
    "suspected_spam" BOOLEAN NOT NULL DEFAULT false,
    "vehicle" BOOLEAN NOT NULL,
    "first_on_item" BOOLEAN NOT NULL,
    "period" SMALLINT NOT NULL,
    "answer_text" TEXT,
    "answer_status" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "questions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "question_counts" (
    "scope" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL,
    "shard" SMALLINT NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "question_counts_pkey" PRIMARY KEY ("scope","status","hidden","shard")
);

-- CreateTable
CREATE TABLE "blocked_askers" (
    "seller_id" BIGINT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "blocked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "blocked_askers_pkey" PRIMARY KEY ("seller_id","user_id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "position" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "resource" TEXT NOT NULL,
    "user_id" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "questions_seller_id_created_at_id_idx" ON "questions"("seller_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "questions_item_id_created_at_id_idx" ON "questions"("item_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "questions_asker_id_created_at_id_idx" ON "questions"("asker_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "questions_seller_id_status_created_at_id_idx" ON "questions"("seller_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "questions_seller_id_item_id_id_idx" ON "questions"("seller_id", "item_id", "id");

-- CreateIndex
CREATE INDEX "questions_seller_id_asker_id_id_idx" ON "questions"("seller_id", "asker_id", "id");

-- CreateIndex
CREATE INDEX "blocked_askers_seller_id_blocked_at_user_id_idx" ON "blocked_askers"("seller_id", "blocked_at", "user_id");

-- CreateIndex
CREATE INDEX "outbox_events_position_idx" ON "outbox_events"("position");

-- Question ids look like those of a marketplace that has been asked a few billion questions.
ALTER SEQUENCE "questions_id_seq" RESTART WITH 5100000001;

ALTER TABLE "questions" ADD CONSTRAINT "questions_status_known" CHECK ("status" IN
  ('UNANSWERED', 'ANSWERED', 'CLOSED_UNANSWERED', 'UNDER_REVIEW', 'BANNED', 'DELETED', 'DISABLED'));
ALTER TABLE "questions" ADD CONSTRAINT "questions_held_while_under_review"
  CHECK (("status" = 'UNDER_REVIEW') = ("held_status" IS NOT NULL));
ALTER TABLE "questions" ADD CONSTRAINT "questions_answer_whole"
  CHECK (("answer_text" IS NULL) = ("answer_status" IS NULL) AND ("answer_text" IS NULL) = ("answered_at" IS NULL));

-- Two first questions of one buyer on one item cannot both be the first.
CREATE UNIQUE INDEX "questions_first_on_item" ON "questions" ("item_id", "asker_id") WHERE "first_on_item";

-- The response time of a seller is computed from this index alone.
CREATE INDEX "questions_response_time" ON "questions" ("seller_id", "created_at")
  INCLUDE ("period", "answered_at") WHERE "first_on_item" AND "status" NOT IN ('DELETED', 'BANNED');

-- Search by seller or item, and by asker within an item.
CREATE INDEX "questions_item_asker" ON "questions" ("item_id", "asker_id");

CREATE FUNCTION count_questions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM add_question_counts(seller_id, item_id, status, hidden, n) FROM (
      SELECT seller_id, item_id, status, hidden, count(*) AS n FROM added GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4) AS s;
  ELSE
    PERFORM add_question_counts(seller_id, item_id, status, hidden, n) FROM (
      SELECT seller_id, item_id, status, hidden, sum(n) AS n FROM (
        SELECT seller_id, item_id, status, hidden, 1 AS n FROM added
        UNION ALL SELECT seller_id, item_id, status, hidden, -1 FROM removed) AS both_sides
      GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0 ORDER BY 1, 2, 3, 4) AS s;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION add_question_counts(seller bigint, item text, of_status text, of_hidden boolean, n bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO question_counts AS c (scope, status, hidden, shard, count)
  SELECT scope, of_status, of_hidden, pg_backend_pid() % 16, n FROM unnest(ARRAY['item:' || item, 'seller:' || seller]) AS scope
  ON CONFLICT (scope, status, hidden, shard) DO UPDATE SET count = c.count + excluded.count;
$$;

CREATE TRIGGER "questions_counted_insert" AFTER INSERT ON "questions"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_questions();
CREATE TRIGGER "questions_counted_update" AFTER UPDATE ON "questions"
  REFERENCING NEW TABLE AS added OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_questions();
