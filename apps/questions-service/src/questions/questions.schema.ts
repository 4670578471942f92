import type { UserProfile } from "@marketplace/contracts";
import { nanosecondTimestamp, platformTimestamp, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { fieldOf, shapeOf } from "../shape.schema.ts";
import { type Asked, jsonAsker, jsonObject, jsonText, jsonTime } from "./question-json.sql.ts";
import type { Question } from "./questions.sql.ts";
import { answerStatuses, questionStatuses } from "./questions.transitions.ts";

/** Longest text of a question or an answer, in code points (decisions 3.2). */
export const maxTextLength = 2_000;

/** What the caller may know of an asker besides the id. */
export interface AskerDetails {
  contact?: UserProfile | undefined;
  answeredQuestions?: number | undefined;
}

/** A question and what is shown of its asker. */
export interface Shown<Of = Question> {
  question: Of;
  asker: AskerDetails;
  version4: boolean;
}

/** Nobody is shown the text of what is banned (decisions 3.3). */
const visibleText = (text: string, status: string | null): string => (status === "BANNED" ? "" : text);
const visibleTextSql = (text: string, status: string): string =>
  jsonText(`CASE ${status} WHEN 'BANNED' THEN '' ELSE ${text} END`);

const ofAnswer = fieldOf<Question>();
const platformTime = z.string().describe("Timestamp with UTC offset, milliseconds");

/** The answer to a question. */
export const answerShape = shapeOf("Answer", {
  text: ofAnswer(
    z.string().describe("Answer text; empty when banned"),
    ({ answerText, answerStatus }) => visibleText(answerText ?? "", answerStatus),
    visibleTextSql("answer_text", "answer_status"),
  ),
  status: ofAnswer(
    z.enum(answerStatuses).describe("active, disabled or BANNED"),
    ({ answerStatus }) => answerStatus ?? "active",
    jsonText("answer_status"),
  ),
  date_created: ofAnswer(
    platformTime,
    ({ answeredAt, createdAt }) => platformTimestamp(answeredAt ?? createdAt),
    jsonTime("answered_at"),
  ),
});

const ofAsker = fieldOf<Shown<Asked>>();
const askerId = ofAsker(z.int().describe("Asker's user id"), ({ question }) => question.askerId);

/** The asker; the seller of a vehicle also sees how to reach them. */
export const askerShape = shapeOf("QuestionAsker", {
  id: askerId,
  answered_questions: ofAsker(
    z.int().optional().describe("How many of the asker's questions have been answered"),
    ({ asker }) => asker.answeredQuestions,
  ),
  first_name: ofAsker(z.string().optional(), ({ asker }) => asker.contact?.first_name),
  last_name: ofAsker(z.string().optional(), ({ asker }) => asker.contact?.last_name),
  phone: ofAsker(
    z.object({ number: z.string(), area_code: z.string() }).optional(),
    ({ asker: { contact } }) =>
      contact && { number: contact.phone.number, area_code: contact.phone.area_code },
  ),
  email: ofAsker(z.string().optional(), ({ asker }) => asker.contact?.email),
});

const of = fieldOf<Shown>();
const id = of(z.int().describe("Question id"), ({ question }) => question.id, "id");
const item_id = of(
  z.string().describe("Item the question belongs to"),
  ({ question }) => question.itemId,
  jsonText("item_id"),
);
const seller_id = of(z.int().describe("Owner of the item"), ({ question }) => question.sellerId, "seller_id");
const status = of(
  z.enum(questionStatuses).describe("Where the question stands"),
  ({ question }) => question.status,
  jsonText("status"),
);
const text = of(
  z.string().describe("Question text; empty when banned"),
  ({ question }) => visibleText(question.text, question.status),
  visibleTextSql("text", "status"),
);
const deleted_from_listing = of(
  z.boolean().describe("Whether the seller hid it from the listing"),
  ({ question }) => question.hidden,
  "hidden",
);
const hold = of(
  z.boolean().describe("Whether it waits for a review"),
  ({ question }) => question.hold,
  "hold",
);
const suspectedSpam = z.boolean().describe("Whether the moderation rule took it for contact data");
const answer = of(
  answerShape.schema.nullable().describe("The answer; null when there is none"),
  ({ question }) => (question.answerText === null ? null : answerShape.view(question)),
  `CASE WHEN answer_text IS NULL THEN 'null' ELSE ${jsonObject(answerShape.fields)} END`,
);

/** An element of a search, and a single read without api_version=4. */
export const questionShape = shapeOf("Question", {
  id,
  item_id,
  seller_id,
  from: of(askerShape.schema.describe("Asker"), askerShape.view),
  status,
  text,
  date_created: of(
    platformTime,
    ({ question }) => platformTimestamp(question.createdAt),
    jsonTime("created_at"),
  ),
  deleted_from_listing,
  hold,
  suspected_spam: of(suspectedSpam.optional(), ({ question, version4 }) =>
    version4 ? question.suspectedSpam : undefined,
  ),
  answer,
});

/** SQL of the JSON of `questionShape`, with placeholders that `fillAskers` replaces. */
export const questionJson = ({ version4 }: { version4: boolean }): string =>
  jsonObject({
    ...questionShape.fields,
    from: { sql: jsonAsker({ version4 }) },
    suspected_spam: { sql: version4 ? "suspected_spam" : undefined },
  });

const nanosecondTime = z.string().describe("Timestamp with nanosecond fraction");

/** A single question read with api_version=4. */
export const questionDetailShape = shapeOf("QuestionDetail", {
  id,
  seller_id,
  buyer_id: askerId,
  item_id,
  deleted_from_listing,
  suspected_spam: of(suspectedSpam, ({ question }) => question.suspectedSpam),
  status,
  hold,
  text,
  app_id: of(
    z.int().describe("Application that created the question"),
    ({ question }) => question.applicationId,
  ),
  date_created: of(nanosecondTime, ({ question }) => nanosecondTimestamp(question.createdAt)),
  last_updated: of(nanosecondTime, ({ question }) => nanosecondTimestamp(question.updatedAt)),
  answer,
  from: of(askerShape.schema.describe("Asker").optional(), (shown) =>
    shown.asker.contact ? askerShape.view(shown) : undefined,
  ),
});

const receiptShape = shapeOf("QuestionReceipt", {
  id,
  answer,
  date_created: of(z.string().describe("ISO 8601 UTC"), ({ question }) => utcTimestamp(question.createdAt)),
  item_id,
  seller_id,
  status,
  text,
  from: of(z.object({ id: askerId.schema }), (shown) => ({ id: askerId.read(shown) })),
  deleted_from_listing,
  hold,
});

/** What asking, answering and reviewing give back. */
export const QuestionReceipt = receiptShape.schema;
export const receiptView = (question: Question) =>
  receiptShape.view({ question, asker: {}, version4: false });

/** Parameters of a single read. */
export const readQuery = {
  api_version: z.string().max(20).optional().describe("4 gives the present structure, with contact data"),
};
