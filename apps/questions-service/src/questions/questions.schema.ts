import { idParam, integerParam, pagingQuery, siteScopedId, wordParam } from "@marketplace/conventions";
import { z } from "zod";
import { answerStatuses, questionStatuses } from "./questions.transitions.ts";

/** Longest text of a question or an answer, in code points (decisions 3.2). */
export const maxTextLength = 2_000;

const platformTime = z.string().describe("Timestamp with UTC offset, milliseconds");

export const Answer = z
  .object({
    text: z.string().describe("Answer text; empty when banned"),
    status: z.enum(answerStatuses).describe("active, disabled or BANNED"),
    date_created: platformTime,
  })
  .meta({ id: "Answer" });

/** The asker; the seller of a vehicle also sees how to reach him. */
const Asker = z.object({
  id: z.int().describe("Asker's user id"),
  answered_questions: z.int().optional().describe("How many of the asker's questions have been answered"),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  phone: z.object({ number: z.string(), area_code: z.string() }).optional(),
  email: z.string().optional(),
});

const id = z.int().describe("Question id");
const item_id = z.string().describe("Item the question belongs to");
const seller_id = z.int().describe("Owner of the item");
const from = Asker.describe("Asker");
const status = z.enum(questionStatuses).describe("Where the question stands");
const text = z.string().describe("Question text; empty when banned");
const deleted_from_listing = z.boolean().describe("Whether the seller hid it from the listing");
const hold = z.boolean().describe("Whether it waits for a review");
const suspected_spam = z.boolean().describe("Whether the moderation rule took it for contact data");
const answer = Answer.nullable().describe("The answer; null when there is none");

/** An element of a search, and a single read without api_version=4. */
export const Question = z
  .object({
    id,
    item_id,
    seller_id,
    from,
    status,
    text,
    date_created: platformTime,
    deleted_from_listing,
    hold,
    suspected_spam: suspected_spam.optional(),
    answer,
  })
  .meta({ id: "Question" });

/** A single question read with api_version=4. */
export const QuestionDetail = z
  .object({
    id,
    seller_id,
    buyer_id: z.int().describe("Asker's user id"),
    item_id,
    deleted_from_listing,
    suspected_spam,
    status,
    hold,
    text,
    app_id: z.int().describe("Application that created the question"),
    date_created: z.string().describe("Timestamp with nanosecond fraction"),
    last_updated: z.string().describe("Timestamp with nanosecond fraction"),
    answer,
    from: from.optional(),
  })
  .meta({ id: "QuestionDetail" });

/** What asking and answering give back. */
export const QuestionReceipt = z
  .object({
    id,
    answer,
    date_created: z.string().describe("ISO 8601 UTC"),
    item_id,
    seller_id,
    status,
    text,
    from: z.object({ id: z.int().describe("Asker's user id") }),
    deleted_from_listing,
    hold,
  })
  .meta({ id: "QuestionReceipt" });

export const sortFields = ["item_id", "from_id", "date_created", "seller_id"] as const;
export type SortField = (typeof sortFields)[number];

const listOf = <Word extends string>(words: readonly Word[]) =>
  z
    .string()
    .transform((text) => text.split(",").map((word) => word.trim()))
    .pipe(z.array(wordParam(words)));

const isoMoment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Whether a date such as 2026-03-01 is in the calendar: JavaScript reads the 30th of February as the 2nd of March. */
function isInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** A moment as filters take it: an ISO timestamp, or a date that means its whole day at -04:00 (decisions 3.5). */
const momentParam = (endOfDay: boolean) =>
  z.string().transform((text, context): Date => {
    const iso = /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? `${text}T${endOfDay ? "23:59:59.999" : "00:00:00.000"}-04:00`
      : // A plus sign that was not percent-encoded arrives as a space.
        text.replace(" ", "+");
    const [, day = "", offset] = isoMoment.exec(iso) ?? [];
    const date = new Date(offset === undefined ? `${iso}Z` : iso);
    if (isInCalendar(day) && !Number.isNaN(date.getTime())) return date;
    context.addIssue({
      code: "custom",
      message: "must be an ISO 8601 timestamp or a date such as 2026-03-01",
    });
    return z.NEVER;
  });

/** Filters and paging of a question search (spec: Endpoints, A; decisions 3.5). */
export const searchQuery = {
  item: siteScopedId("an item").optional().describe("Questions on this item"),
  item_id: siteScopedId("an item").optional().describe("The same as item"),
  seller_id: idParam().optional().describe("Questions received by this seller"),
  seller: idParam().optional().describe("The same as seller_id"),
  from: idParam().optional().describe("Questions asked by this user"),
  status: wordParam(questionStatuses).optional().describe("Only questions of this status"),
  "date_created.from": momentParam(false).optional().describe("Asked at or after this moment"),
  "date_created.to": momentParam(true).optional().describe("Asked at or before this moment"),
  totalDivisions: integerParam({ min: 1, max: 1_000 })
    .optional()
    .describe("Into how many parts parallel readers split"),
  division: integerParam({ min: 0, max: 999 }).optional().describe("Which part to read, from 0"),
  sort_fields: listOf(sortFields)
    .optional()
    .describe("Comma list of item_id, seller_id, from_id, date_created"),
  sort_types: listOf(["ASC", "DESC"])
    .optional()
    .describe("Comma list of ASC and DESC, paired with sort_fields"),
  search_type: wordParam(["scan"])
    .optional()
    .describe("scan reads on beyond the paging window, with scroll_id"),
  scroll_id: z.string().optional().describe("Where a scan stands"),
  api_version: z.string().max(20).optional().describe("4 gives the present structure"),
  ...pagingQuery,
};

const NamedFilter = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  values: z.array(z.string()).optional(),
});

export const QuestionSearch = z
  .object({
    total: z.int().describe("Number of matches"),
    limit: z.int().describe("Page size applied"),
    questions: z.array(Question),
    filters: z.looseObject({
      limit: z.int(),
      offset: z.int(),
      api_version: z.string(),
      is_admin: z.boolean(),
      sorts: z.array(z.string()),
      caller: z.int(),
    }),
    available_filters: z.array(NamedFilter),
    available_sorts: z.array(z.string()),
    scroll_id: z.string().nullable().optional().describe("Next position of a scan; null at its end"),
  })
  .meta({ id: "QuestionSearch" });

/** Parameters of a single read. */
export const readQuery = {
  api_version: z.string().max(20).optional().describe("4 gives the present structure, with contact data"),
};
