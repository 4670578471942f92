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
} as const;
