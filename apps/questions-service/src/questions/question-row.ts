import { toId } from "@marketplace/database";
import type { Prisma } from "@marketplace/database/questions";
import type { Question } from "./question.ts";
import type { AnswerStatus, QuestionStatus } from "./questions.transitions.ts";

type Id = "id" | "sellerId" | "askerId" | "applicationId";

/** A row as Prisma gives it, or a plain statement, whose ids are numbers. */
export type Row = Omit<Prisma.QuestionGetPayload<object>, Id | "firstOnItem" | "period"> &
  Record<Id, bigint | number>;

/** A row as the rules see it; check constraints in the schema hold the statuses to the known words. */
export function toQuestion(row: Row): Question {
  const { answerText, answerStatus, answeredAt } = row;
  return {
    id: toId(row.id),
    itemId: row.itemId,
    siteId: row.siteId,
    sellerId: toId(row.sellerId),
    askerId: toId(row.askerId),
    applicationId: toId(row.applicationId),
    status: row.status as QuestionStatus,
    heldStatus: row.heldStatus as QuestionStatus | null,
    text: row.text,
    hidden: row.hidden,
    hold: row.hold,
    suspectedSpam: row.suspectedSpam,
    vehicle: row.vehicle,
    answer:
      answerText !== null && answeredAt !== null
        ? { text: answerText, status: answerStatus as AnswerStatus, createdAt: answeredAt }
        : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
