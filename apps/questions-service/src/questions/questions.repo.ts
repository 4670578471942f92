import { batchingByIds } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";
import type { Outbox } from "@marketplace/events";
import type { QuestionsWaiting } from "@marketplace/telemetry";
import { createAskRepo } from "./ask.repo.ts";
import { columns, type Question, toQuestion, visibleTo } from "./questions.sql.ts";
import type { AnswerStatus, QuestionStatus } from "./questions.transitions.ts";

export type QuestionsRepo = ReturnType<typeof createQuestionsRepo>;

export interface QuestionChange {
  status: QuestionStatus;
  at: Date;
  heldStatus?: QuestionStatus | null;
  hold?: boolean;
  suspectedSpam?: boolean;
  answerText?: string;
}

interface AnsweredCount {
  askerId: number;
  count: number;
}

/** What a database knows of an item and a user. */
export interface ItemHistory {
  closed: boolean;
  asked: boolean;
}

const readHistory = `SELECT EXISTS (SELECT FROM closed_items WHERE item_id = $1) AS closed,
  EXISTS (SELECT FROM questions WHERE item_id = $1 AND asker_id = $2) AS asked`;

const countAnswered = `SELECT asker_id AS "askerId", count(*) AS count FROM questions
  WHERE asker_id = ANY ($1::bigint[]) AND status = 'ANSWERED' GROUP BY asker_id`;

/** Up to a limit, so that the query stays cheap; its index holds what waits and nothing else. */
const countUpTo = (status: QuestionStatus) =>
  `(SELECT count(*) FROM (SELECT FROM questions WHERE status = '${status}' LIMIT 100000) counted)`;
const countWaiting = `SELECT ${countUpTo("UNDER_REVIEW")} AS review, ${countUpTo("UNANSWERED")} AS answer`;

/** Questions in Postgres. Every call takes part in the current transaction. */
export function createQuestionsRepo(db: QuestionsDatabase, outbox: Outbox) {
  const table = () => db.current().question;
  const first = (rows: Parameters<typeof toQuestion>[0][]): Question | undefined => rows.map(toQuestion)[0];
  const answered = batchingByIds(db, async (askerIds: readonly number[]) => {
    const counts = await db.query<AnsweredCount>(countAnswered, [askerIds]);
    return new Map(counts.map((one) => [one.askerId, one]));
  });
  return {
    /** Those of the questions that `userId` may see; undefined stands for operators, who see all. */
    findVisible(ids: readonly number[], userId: number | undefined): Promise<Question[]> {
      const query = `SELECT ${columns} FROM questions WHERE id = ANY ($1::bigint[])`;
      return userId === undefined
        ? db.query<Question>(query, [ids])
        : db.query<Question>(`${query} AND ${visibleTo("$2")}`, [ids, userId]);
    },
    /** Whether this database has the question. */
    async holds(id: number): Promise<boolean> {
      return (await db.query<object>("SELECT 1 AS one FROM questions WHERE id = $1", [id])).length > 0;
    },
    /** The question, locked until the current transaction ends. */
    async lock(id: number): Promise<Question | undefined> {
      const locked = `SELECT ${columns} FROM questions WHERE id = $1 FOR UPDATE`;
      return (await db.query<Question>(locked, [id]))[0];
    },
    /** Stores the question, and its event unless it is held for review. */
    ask: createAskRepo(db, outbox),
    /** Changes the question if its status is still among `from`; `undefined` when it is not. */
    async change(id: number, from: readonly QuestionStatus[], { at, answerText, ...change }: QuestionChange) {
      const answer = answerText === undefined ? {} : { answerText, answerStatus: "active", answeredAt: at };
      const data = { ...change, ...answer, updatedAt: at };
      return first(await table().updateManyAndReturn({ where: { id, status: { in: [...from] } }, data }));
    },
    /** Changes the answer's status if it is still `from`. */
    async changeAnswer(id: number, from: AnswerStatus, { to, at }: { to: AnswerStatus; at: Date }) {
      const data = { answerStatus: to, updatedAt: at };
      return first(await table().updateManyAndReturn({ where: { id, answerStatus: from }, data }));
    },
    /** In a transaction, because only transactions are retried after a deadlock. */
    async hide(ids: readonly number[], at: Date): Promise<void> {
      await db.transaction(() =>
        table().updateMany({
          where: { id: { in: [...ids] }, hidden: false },
          data: { hidden: true, updatedAt: at },
        }),
      );
    },
    /** Closes the unanswered questions of an item that is closed from now on, and gives them. */
    async closeOnItem(itemId: string, at: Date) {
      await db.execute("SELECT pg_advisory_xact_lock($1::int, hashtext($2))", [itemLock, itemId]);
      // Refuses questions of callers who read the item before it closed and ask afterwards.
      await db.execute("INSERT INTO closed_items (item_id) VALUES ($1) ON CONFLICT DO NOTHING", [itemId]);
      return closeUnanswered(db, itemId, at);
    },
    /** As `closeOnItem`, for an item that is known to be closed. */
    closeUnanswered: (itemId: string, at: Date) => closeUnanswered(db, itemId, at),
    /** Whether the item is closed, and whether the user has asked a question on it. */
    async itemHistory(itemId: string, askerId: number): Promise<ItemHistory> {
      const [history] = await db.query<ItemHistory>(readHistory, [itemId, askerId]);
      if (!history) throw new Error("a SELECT of two values gives one row");
      return history;
    },
    /** How many questions wait for a review and for an answer; at most 100 000 are counted. */
    async waiting(): Promise<QuestionsWaiting> {
      const [counts] = await db.query<QuestionsWaiting>(countWaiting);
      return counts ?? { review: 0, answer: 0 };
    },
    /** How many questions of each of these users have been answered. */
    async answeredCounts(askerIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
      return new Map((await answered(askerIds)).map(({ askerId, count }) => [askerId, count]));
    },
  };
}

/** The kind of advisory lock that keeps asking about an item (hold_item_open) and closing it apart. */
const itemLock = 1;

/**
 * Closes the unanswered questions of an item, and gives them; those under review when their review ends. One
 * statement for both, so that a question whose review begins or ends meanwhile is closed too.
 */
async function closeUnanswered(db: QuestionsDatabase, itemId: string, at: Date) {
  const rows = await db.query<{ id: number; seller_id: number; status: string }>(
    `
    UPDATE questions SET updated_at = $1,
      status = CASE status WHEN 'UNANSWERED' THEN 'CLOSED_UNANSWERED' ELSE status END,
      held_status = CASE held_status WHEN 'UNANSWERED' THEN 'CLOSED_UNANSWERED' END
    WHERE item_id = $2 AND (status = 'UNANSWERED' OR held_status = 'UNANSWERED')
    RETURNING id, seller_id, status`,
    [at, itemId],
  );
  const closed = rows.filter(({ status }) => status === "CLOSED_UNANSWERED");
  return closed.map(({ id, seller_id }) => ({ id, sellerId: seller_id }));
}
