import type { Change } from "@marketplace/database";
import type { NewQuestion } from "./question.ts";

/** The row that `asking` gives; without an id nothing was asked. */
export interface Asked {
  open: boolean;
  blocked: boolean;
  id: number | null;
}

/** The question in `asking`, for the event that goes with it: none while it is held. */
export const announced = "(SELECT id FROM asked WHERE held_status IS NULL) AS announced";

/** The values of an event, which come first, are as many. */
const before = 5;
const $ = (place: number): string => `$${before + place}`;

/**
 * Asks: whether the item is open and the asker welcome, the question and its event are one statement, one round trip and
 * one commit. Nothing asked although nothing refused it: it is not the buyer's first on the item after all.
 */
const textWith = (event: string): string => `
  WITH gate AS MATERIALIZED (
    SELECT hold_item_open(${$(1)}) AS open,
      EXISTS (SELECT FROM blocked_askers WHERE seller_id = ${$(3)}::bigint AND user_id = ${$(4)}::bigint) AS blocked
  ), asked AS (
    INSERT INTO questions (item_id, site_id, seller_id, asker_id, application_id, status, held_status, text, hold,
      suspected_spam, vehicle, period, created_at, updated_at, first_on_item)
    SELECT ${$(1)}, ${$(2)}, ${$(3)}::bigint, ${$(4)}::bigint, ${$(5)}::bigint, ${$(6)}, ${$(7)}, ${$(8)}, ${$(9)}::boolean,
      ${$(10)}::boolean, ${$(11)}::boolean, ${$(12)}::smallint, ${$(13)}::timestamptz, ${$(13)}::timestamptz,
      ${$(14)}::boolean AND NOT EXISTS (SELECT FROM questions WHERE item_id = ${$(1)} AND asker_id = ${$(4)}::bigint)
    FROM gate WHERE open AND NOT blocked
    ON CONFLICT (item_id, asker_id) WHERE first_on_item DO NOTHING
    RETURNING id, held_status
  ), event AS (${event})
  SELECT open, blocked, id FROM gate LEFT JOIN asked ON true`;

/** The statement that asks a question, with its values; `event` is one that records each of `announced`. */
export const asking = (question: NewQuestion, event: Change, mayBeFirst: boolean) => ({
  statement: textWith(event.statement),
  values: [...event.values, ...valuesOf(question), mayBeFirst],
});

const valuesOf = (question: NewQuestion): unknown[] => [
  ...[question.itemId, question.siteId, question.sellerId, question.askerId, question.applicationId],
  ...[question.status, question.heldStatus, question.text, question.hold, question.suspectedSpam],
  ...[question.vehicle, question.period, question.askedAt],
];
