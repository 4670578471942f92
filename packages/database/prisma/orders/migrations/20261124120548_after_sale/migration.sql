CREATE SEQUENCE feedback_numbers START 9044000017;
-- A function, because Prisma treats a default of nextval() as a sequence that the column owns.
CREATE OR REPLACE FUNCTION next_feedback_id() RETURNS bigint LANGUAGE sql VOLATILE AS $$ SELECT nextval('feedback_numbers') $$;

-- CreateTable
CREATE TABLE "feedback" (
    "id" BIGINT NOT NULL DEFAULT next_feedback_id(),
    "order_id" BIGINT NOT NULL,
    "side" TEXT NOT NULL,
    "fulfilled" BOOLEAN NOT NULL,
    "rating" TEXT NOT NULL,
    "reason" TEXT,
    "message" TEXT,
    "restock_item" BOOLEAN NOT NULL,
    "reply" TEXT,
    "modified" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "visible_at" TIMESTAMPTZ(3),

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "notes" (
    "id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "subject_id" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "feedback_once_per_side" ON "feedback"("order_id", "side");

-- CreateIndex
CREATE INDEX "notes_subject_subject_id_created_at_idx" ON "notes"("subject", "subject_id", "created_at");

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "orders"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "feedback" ADD CONSTRAINT "feedback_side_known" CHECK ("side" IN ('sale', 'purchase'));
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_rating_known" CHECK ("rating" IN ('positive', 'neutral', 'negative'));
ALTER TABLE "notes" ADD CONSTRAINT "notes_subject_known" CHECK ("subject" IN ('order', 'pack'));
