import type { Change } from "@marketplace/database";
import type { NewQuestion } from "./question.ts";

/** A question on its way into the database. */
export interface Asking {
  question: NewQuestion;
  requestId: string | null;
  /** Whether it may be its asker's first on the item. */
  mayBeFirst: boolean;
}

/** What became of one; without an id nothing was asked. */
export interface Asked {
  /** `null` while somebody is closing the item. */
  open: boolean | null;
  blocked: boolean;
  id: number | null;
}

/** The questions in `askingAll`, for the events that go with them: none while one is held. */
export const announced = "announced";

type Column = readonly [name: string, type: string, read: (asking: Asking) => unknown];

const columns: readonly Column[] = [
  ["item_id", "text", ({ question }) => question.itemId],
  ["site_id", "text", ({ question }) => question.siteId],
  ["seller_id", "bigint", ({ question }) => question.sellerId],
  ["asker_id", "bigint", ({ question }) => question.askerId],
  ["application_id", "bigint", ({ question }) => question.applicationId],
  ["status", "text", ({ question }) => question.status],
  ["held_status", "text", ({ question }) => question.heldStatus],
  ["text", "text", ({ question }) => question.text],
  ["hold", "boolean", ({ question }) => question.hold],
  ["suspected_spam", "boolean", ({ question }) => question.suspectedSpam],
  ["vehicle", "boolean", ({ question }) => question.vehicle],
  ["period", "smallint", ({ question }) => question.period],
  ["asked_at", "timestamptz", ({ question }) => question.askedAt],
  ["may_be_first", "boolean", ({ mayBeFirst }) => mayBeFirst],
  ["request_id", "text", ({ requestId }) => requestId],
];

const names = columns.map(([name]) => name).join(", ");
const arrays = (before: number): string =>
  columns.map(([, type], index) => `$${before + index + 1}::${type}[]`).join(", ");

/**
 * Asks: whether the items are open and the askers welcome, the questions and their events are one statement, one round trip
 * and one commit. Nothing asked although nothing refused it: it is not the buyer's first on the item after all.
 */
const textWith = ({ statement, values }: Change, waits = values.length + 1): string => `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${arrays(waits)}) WITH ORDINALITY AS given (${names}, place)
  ), held AS MATERIALIZED (
    SELECT item_id, CASE WHEN $${waits} THEN hold_item_open(item_id) ELSE try_hold_item_open(item_id) END AS open
    FROM (SELECT DISTINCT item_id FROM given ORDER BY item_id) AS items
  ), gate AS MATERIALIZED (
    SELECT given.*, open, blocked, CASE WHEN open AND NOT blocked THEN nextval('questions_id_seq') END AS id
    FROM given JOIN held USING (item_id) CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM blocked_askers WHERE seller_id = given.seller_id AND user_id = given.asker_id) AS blocked
    ) AS welcome
    ORDER BY place
  ), asked AS (
    INSERT INTO questions (id, item_id, site_id, seller_id, asker_id, application_id, status, held_status, text, hold,
      suspected_spam, vehicle, period, created_at, updated_at, first_on_item)
    SELECT id, item_id, site_id, seller_id, asker_id, application_id, status, held_status, text, hold,
      suspected_spam, vehicle, period, asked_at, asked_at,
      may_be_first AND NOT EXISTS (SELECT FROM questions WHERE item_id = gate.item_id AND asker_id = gate.asker_id)
    FROM gate WHERE id IS NOT NULL
    ON CONFLICT (item_id, asker_id) WHERE first_on_item DO NOTHING
    RETURNING id
  ), ${announced} AS (
    SELECT '/questions/' || id AS resource, seller_id AS user_id, asked_at AS occurred_at, request_id
    FROM gate JOIN asked USING (id) WHERE held_status IS NULL
  ), event AS (${statement})
  SELECT open, blocked, asked.id FROM gate LEFT JOIN asked USING (id) ORDER BY place`;

/**
 * Gives the statement that asks questions, with its values; it answers a row for each, in their order. `event` records each
 * of `announced`. Whether it waits for whoever is closing one of the items, or leaves those out, is `waits`.
 */
export function askingAll(event: Change) {
  const statement = textWith(event);
  return (askings: readonly Asking[], waits: boolean) => ({
    statement,
    values: [...event.values, waits, ...columns.map(([, , read]) => askings.map(read))],
  });
}
