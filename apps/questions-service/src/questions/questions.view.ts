import { nanosecondTimestamp, platformTimestamp, utcTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { type AskerView, askerFields } from "./askers.service.ts";
import type { Question } from "./question.ts";
import type {
  Answer,
  QuestionDetail,
  QuestionReceipt,
  Question as WireQuestion,
} from "./questions.schema.ts";

/** The text of what is banned is not shown to anybody (decisions 3.3). */
const shown = (text: string, status: string): string => (status === "BANNED" ? "" : text);

function answerOf({ answer }: Question): z.output<typeof Answer> | null {
  if (!answer) return null;
  const { text, status, createdAt } = answer;
  return { text: shown(text, status), status, date_created: platformTimestamp(createdAt) };
}

/** The search shape; `suspected_spam` belongs to api_version 4. SQL of the same: question-json.sql.ts. */
export function searchView(
  question: Question,
  asker: AskerView,
  { version4 }: { version4: boolean },
): z.output<typeof WireQuestion> {
  return {
    id: question.id,
    item_id: question.itemId,
    seller_id: question.sellerId,
    from: askerFields(question.askerId, asker),
    status: question.status,
    text: shown(question.text, question.status),
    date_created: platformTimestamp(question.createdAt),
    deleted_from_listing: question.hidden,
    hold: question.hold,
    ...(version4 && { suspected_spam: question.suspectedSpam }),
    answer: answerOf(question),
  };
}

/** The single-read shape of api_version 4. */
export function detailView(question: Question, asker: AskerView): z.output<typeof QuestionDetail> {
  return {
    id: question.id,
    seller_id: question.sellerId,
    buyer_id: question.askerId,
    item_id: question.itemId,
    deleted_from_listing: question.hidden,
    suspected_spam: question.suspectedSpam,
    status: question.status,
    hold: question.hold,
    text: shown(question.text, question.status),
    app_id: question.applicationId,
    date_created: nanosecondTimestamp(question.createdAt),
    last_updated: nanosecondTimestamp(question.updatedAt),
    answer: answerOf(question),
    ...(asker.contact && { from: askerFields(question.askerId, asker) }),
  };
}

/** What asking and answering give back. */
export function receiptView(question: Question): z.output<typeof QuestionReceipt> {
  return {
    id: question.id,
    answer: answerOf(question),
    date_created: utcTimestamp(question.createdAt),
    item_id: question.itemId,
    seller_id: question.sellerId,
    status: question.status,
    text: shown(question.text, question.status),
    from: { id: question.askerId },
    deleted_from_listing: question.hidden,
    hold: question.hold,
  };
}
