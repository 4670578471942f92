import type { QuestionsDatabase } from "@marketplace/database/questions";

/** First questions of one period: how many, and the sum of their waiting times in seconds. */
export interface PeriodSum {
  period: number;
  questions: number;
  seconds: number;
}

export type ResponseTimeRepo = ReturnType<typeof createResponseTimeRepo>;

const windowDays = 14;
/** Longest waiting time of an unanswered question: one week. */
const capSeconds = 7 * 24 * 3_600;

// An index-only scan of questions_response_time, a partial index whose WHERE clause this one repeats.
const sumsOfPeriods = `
  SELECT period, count(*) AS questions, sum(CASE
    WHEN answered_at IS NULL THEN least(extract(epoch FROM $2::timestamptz - created_at), ${capSeconds})
    ELSE extract(epoch FROM answered_at - created_at) END)::float8 AS seconds
  FROM questions
  WHERE seller_id = $1 AND first_on_item AND status NOT IN ('DELETED', 'BANNED')
    AND created_at > $2::timestamptz - interval '${windowDays} days' AND created_at <= $2::timestamptz
  GROUP BY period`;

/** The whole record's average at one moment. */
export interface PastTotal {
  at: Date;
  questions: number;
  seconds: number;
}

/**
 * For each moment the sums of the window before it, as they were then: what was answered later counts as
 * unanswered. Questions that were deleted or banned since are in none.
 */
const pastTotals = `
  SELECT moment AS at, count(id)::int AS questions, coalesce(sum(CASE
    WHEN answered_at IS NULL OR answered_at > moment THEN least(extract(epoch FROM moment - created_at), ${capSeconds})
    ELSE extract(epoch FROM answered_at - created_at) END), 0)::float8 AS seconds
  FROM unnest($2::timestamptz[]) AS moment
  LEFT JOIN questions ON seller_id = $1 AND first_on_item AND status NOT IN ('DELETED', 'BANNED')
    AND created_at > moment - interval '${windowDays} days' AND created_at <= moment
  GROUP BY moment ORDER BY moment`;

/**
 * Response times on Postgres, computed at each call. Sellers have one question or a million: each statement
 * is planned for its own.
 */
export function createResponseTimeRepo(db: QuestionsDatabase) {
  return {
    async hasQuestions(sellerId: number): Promise<boolean> {
      const query = "SELECT 1 FROM questions WHERE seller_id = $1 LIMIT 1";
      return (await db.queryUnprepared(query, [sellerId])).length > 0;
    },
    /** Sums over the 14 days before `now`, one per period that has questions. */
    sums: (sellerId: number, now: Date) => db.queryUnprepared<PeriodSum>(sumsOfPeriods, [sellerId, now]),
    /** What `sums` would have given at past moments, all periods together; the earliest first. */
    pastTotals: (sellerId: number, moments: readonly Date[]) =>
      db.queryUnprepared<PastTotal>(pastTotals, [sellerId, moments]),
  };
}
