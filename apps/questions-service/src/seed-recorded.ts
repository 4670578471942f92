import { firstIssueText } from "@marketplace/conventions";
import { z } from "zod";
import type { Deps } from "./deps.ts";
import { answerStatuses, questionStatuses } from "./questions/questions.transitions.ts";
import { periodAt } from "./response-time/periods.rules.ts";

const moment = z.iso.datetime({ offset: true });

const RecordedQuestion = z.looseObject({
  id: z.int().positive(),
  item_id: z.string().regex(/^[A-Z]{3}\d+$/),
  seller_id: z.int().positive(),
  from: z.looseObject({ id: z.int().positive(), email: z.string().nullish() }).optional(),
  buyer_id: z.int().positive().optional(),
  status: z.enum(questionStatuses),
  text: z.string(),
  date_created: moment,
  last_updated: moment.optional(),
  deleted_from_listing: z.boolean().default(false),
  hold: z.boolean().default(false),
  suspected_spam: z.boolean().default(false),
  answer: z.looseObject({ text: z.string(), status: z.string().nullish(), date_created: moment }).nullish(),
});

interface Recorded {
  questions: readonly unknown[];
  /** Whose application asked: that of the world. */
  applicationId: number;
}

// As the seed of the demo, but with ids.
const insert = `
  INSERT INTO questions (id, item_id, site_id, seller_id, asker_id, application_id, status, text, hidden, hold, suspected_spam,
    vehicle, first_on_item, period, answer_text, answer_status, answered_at, created_at, updated_at)
  SELECT id, item_id, site_id, seller_id, asker_id, application_id, status, text, hidden, hold, suspected_spam,
    vehicle, first_on_item, period, answer_text, answer_status, answered_at, created_at, updated_at
  FROM json_populate_recordset(NULL::questions, $1::json)`;
const advance = "SELECT setval('questions_id_seq', greatest(last_value, $1::bigint)) FROM questions_id_seq";

/** Adds questions of a recording, with their answers, under their own ids. */
export async function seedRecorded(deps: Deps, { questions, applicationId }: Recorded) {
  const sites = new Map((await deps.catalog.sites({})).map((site) => [site.id, site.time_zone]));
  const leftOut: { resource: string; reason: string }[] = [];
  const rows = questions.flatMap((wire) => {
    const parsed = RecordedQuestion.safeParse(wire);
    const askerId = parsed.data?.from?.id ?? parsed.data?.buyer_id;
    if (parsed.success && askerId !== undefined)
      return [rowOf(parsed.data, { askerId, applicationId, sites })];
    const reason = parsed.error ? firstIssueText(parsed.error) : "it was not seen who asked";
    leftOut.push({ resource: `/questions/${String(Object(wire).id)}`, reason });
    return [];
  });
  const first = new Set<string>();
  for (const row of rows.sort((one, another) => one.id - another.id)) {
    const pair = `${row.item_id} ${row.asker_id}`;
    row.first_on_item = !first.has(pair);
    first.add(pair);
  }
  await deps.db.transaction(async () => {
    await deps.db.execute(insert, [JSON.stringify(rows)]);
    await deps.db.query(advance, [Math.max(0, ...rows.map(({ id }) => id))]);
  });
  return { leftOut };
}

interface Around {
  askerId: number;
  applicationId: number;
  sites: ReadonlyMap<string, string>;
}

function rowOf(question: z.output<typeof RecordedQuestion>, { askerId, applicationId, sites }: Around) {
  const { answer, item_id, date_created } = question;
  const siteId = item_id.slice(0, 3);
  return {
    id: question.id,
    item_id,
    site_id: siteId,
    seller_id: question.seller_id,
    asker_id: askerId,
    application_id: applicationId,
    status: question.status,
    text: question.text,
    hidden: question.deleted_from_listing,
    hold: question.hold,
    suspected_spam: question.suspected_spam,
    // Only the sellers of vehicles are shown how to reach who asks.
    vehicle: typeof question.from?.email === "string",
    first_on_item: true,
    period: periodAt(new Date(date_created), sites.get(siteId) ?? "UTC"),
    answer_text: answer?.text ?? null,
    answer_status: answer ? (answerStatuses.find((status) => status === answer.status) ?? "active") : null,
    answered_at: answer?.date_created ?? null,
    created_at: date_created,
    updated_at: question.last_updated ?? answer?.date_created ?? date_created,
  };
}
