import { toId } from "@marketplace/database";
import { Prisma } from "@marketplace/database/questions";
import type { AnswerStatus, QuestionStatus } from "./questions.transitions.ts";

/** Columns for response times and unique first questions; no answer shows them. */
const unread = ["firstOnItem", "period"] as const;

type Row = Omit<Prisma.QuestionGetPayload<object>, (typeof unread)[number]>;
type Id = "id" | "sellerId" | "askerId" | "applicationId";

/**
 * A question with its answer, field by field as the Prisma schema declares it. Ids are numbers. Check
 * constraints hold the statuses to the known words.
 */
export interface Question
  extends Omit<Row, Id | "status" | "heldStatus" | "answerStatus">,
    Record<Id, number> {
  status: QuestionStatus;
  /** The status that it returns to when a review ends; null when it is not under review. */
  heldStatus: QuestionStatus | null;
  /** Null, like the other fields of the answer, while there is no answer. */
  answerStatus: AnswerStatus | null;
}

/** A row that Prisma gives, whose ids are bigint, as a question. */
export const toQuestion = (row: Row): Question => ({
  // Check constraints hold the statuses to the known words.
  ...(row as Omit<Row, "status"> & Pick<Question, "status" | "heldStatus" | "answerStatus">),
  id: toId(row.id),
  sellerId: toId(row.sellerId),
  askerId: toId(row.askerId),
  applicationId: toId(row.applicationId),
});

/** The name of a column in SQL. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a `Question`, for SELECT. */
export const columns = Object.values(Prisma.QuestionScalarFieldEnum)
  .filter((field) => !unread.some((name) => name === field))
  .map((field) => `${columnOf(field)} AS "${field}"`)
  .join(", ");

/** What everybody sees: questions that are unanswered or answered and not hidden (decisions 3.5, 3.7). */
export const listed = "(NOT hidden AND status IN ('UNANSWERED', 'ANSWERED'))";

/** What a party of a question sees: its seller and its asker. `user` is SQL of a user id. */
export const isParty = (user: string): string => `(seller_id = ${user} OR asker_id = ${user})`;

/** What a caller who is no operator sees: what is listed, and all questions that they are a party of. */
export const visibleTo = (user: string): string => `(${isParty(user)} OR ${listed})`;
