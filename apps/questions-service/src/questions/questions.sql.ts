import type { NewQuestion } from "./question.ts";

const columns = `id, item_id AS "itemId", site_id AS "siteId", seller_id AS "sellerId", asker_id AS "askerId",
  application_id AS "applicationId", status, held_status AS "heldStatus", text, hidden, hold,
  suspected_spam AS "suspectedSpam", vehicle, answer_text AS "answerText", answer_status AS "answerStatus",
  answered_at AS "answeredAt", created_at AS "createdAt", updated_at AS "updatedAt"`;

/** The hot statements on questions, past Prisma. */
export const statements = {
  one: `SELECT ${columns} FROM questions WHERE id = $1`,
  many: `SELECT ${columns} FROM questions WHERE id = ANY ($1::bigint[])`,
  answeredCounts: `SELECT asker_id AS "askerId", count(*) AS count FROM questions
    WHERE asker_id = ANY ($1::bigint[]) AND status = 'ANSWERED' GROUP BY asker_id`,
  holdItemOpen: "SELECT pg_advisory_xact_lock_shared($1::int, hashtext($2))",
  insert: `INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, held_status, text, hold,
      suspected_spam, vehicle, period, created_at, updated_at, first_on_item)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13,
      $14 AND NOT EXISTS (SELECT FROM questions WHERE item_id = $1 AND asker_id = $4))
    ON CONFLICT (item_id, asker_id) WHERE first_on_item DO NOTHING
    RETURNING ${columns}`,
} as const;

/** The values of `insert`; the last says whether it may be the buyer's first on the item. */
export const valuesOf = (question: NewQuestion, mayBeFirst: boolean): unknown[] => [
  ...[question.itemId, question.siteId, question.sellerId, question.askerId, question.applicationId],
  ...[question.status, question.heldStatus, question.text, question.hold, question.suspectedSpam],
  ...[question.vehicle, question.period, question.askedAt, mayBeFirst],
];
