import { batchingByIds } from "@marketplace/database";
import type { QuestionsDatabase } from "@marketplace/database/questions";
import type { Outbox } from "@marketplace/events";
import { type Ask, asking } from "./ask.repo.ts";
import type { Question } from "./question.ts";
import { type Row, toQuestion } from "./question-row.ts";
import { statements } from "./questions.sql.ts";
import type { AnswerStatus, QuestionStatus } from "./questions.transitions.ts";

/** Questions in Postgres; every call takes part in the present transaction. */
export interface QuestionsRepo {
  find(id: number): Promise<Question | undefined>;
  findMany(ids: readonly number[]): Promise<Question[]>;
  /** The question, which nobody else changes until the present transaction ends. */
  lock(id: number): Promise<Question | undefined>;
  /** Asks the question and records its event, unless it is held; the item may have been closed however lately. */
  ask: Ask;
  /** Changes the question if its status is still among `from`; `undefined` when it is not. */
  change(id: number, from: readonly QuestionStatus[], change: QuestionChange): Promise<Question | undefined>;
  /** Changes the answer's status if it is still `from`. */
  changeAnswer(
    id: number,
    from: AnswerStatus,
    change: { to: AnswerStatus; at: Date },
  ): Promise<Question | undefined>;
  hide(ids: readonly number[], at: Date): Promise<void>;
  /** Closes what waits on an item, also what will wait there after its review; answers those closed at once. */
  closeOnItem(itemId: string, at: Date): Promise<Pick<Question, "id" | "sellerId">[]>;
  /** How many questions of each of these users have been answered. */
  answeredCounts(askerIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
}

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

/** The repository over a database. */
export function createQuestionsRepo(db: QuestionsDatabase, outbox: Outbox): QuestionsRepo {
  const table = () => db.current().question;
  const one = (rows: Row[]): Question | undefined => (rows[0] ? toQuestion(rows[0]) : undefined);
  const answered = batchingByIds(db, async (askerIds: readonly number[]) => {
    const counts = await db.query<AnsweredCount>(statements.answeredCounts, [askerIds]);
    return new Map(counts.map((one) => [one.askerId, one]));
  });
  return {
    async find(id) {
      return one(await db.query<Row>(statements.one, [id]));
    },
    async findMany(ids) {
      return (await db.query<Row>(statements.many, [[...ids]])).map(toQuestion);
    },
    async lock(id) {
      await db.current().$executeRaw`SELECT 1 FROM questions WHERE id = ${id} FOR UPDATE`;
      return this.find(id);
    },
    ask: asking(db, outbox),
    async change(id, from, { at, answerText, ...change }) {
      const answer = answerText === undefined ? {} : { answerText, answerStatus: "active", answeredAt: at };
      const data = { ...change, ...answer, updatedAt: at };
      return one(await table().updateManyAndReturn({ where: { id, status: { in: [...from] } }, data }));
    },
    async changeAnswer(id, from, { to, at }) {
      const data = { answerStatus: to, updatedAt: at };
      return one(await table().updateManyAndReturn({ where: { id, answerStatus: from }, data }));
    },
    async hide(ids, at) {
      await table().updateMany({
        where: { id: { in: [...ids] }, hidden: false },
        data: { hidden: true, updatedAt: at },
      });
    },
    closeOnItem: (itemId, at) => closeOnItem(db, itemId, at),
    async answeredCounts(askerIds) {
      return new Map((await answered(askerIds)).map(({ askerId, count }) => [askerId, count]));
    },
  };
}

/** The kind of advisory lock that keeps asking about an item (hold_item_open) and closing it apart. */
const itemLock = 1;

/** Whoever asks meanwhile waits, or is waited for. One statement: a question that goes into a review or comes out of it meanwhile is closed in either place. */
async function closeOnItem(db: QuestionsDatabase, itemId: string, at: Date) {
  await db.current().$executeRaw`SELECT pg_advisory_xact_lock(${itemLock}::int, hashtext(${itemId}))`;
  // For whoever looked at the item before it closed and asks afterwards.
  await db.execute("INSERT INTO closed_items (item_id) VALUES ($1) ON CONFLICT DO NOTHING", [itemId]);
  const rows = await db.current().$queryRaw<{ id: number; seller_id: number; status: string }[]>`
    UPDATE questions SET updated_at = ${at},
      status = CASE status WHEN 'UNANSWERED' THEN 'CLOSED_UNANSWERED' ELSE status END,
      held_status = CASE held_status WHEN 'UNANSWERED' THEN 'CLOSED_UNANSWERED' END
    WHERE item_id = ${itemId} AND (status = 'UNANSWERED' OR held_status = 'UNANSWERED')
    RETURNING id, seller_id, status`;
  const closed = rows.filter(({ status }) => status === "CLOSED_UNANSWERED");
  return closed.map(({ id, seller_id }) => ({ id, sellerId: seller_id }));
}
