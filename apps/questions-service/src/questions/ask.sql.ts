import type { Change } from "@marketplace/database";
import { columnOf, type Question } from "./questions.sql.ts";

/** A question before it is stored. */
export interface NewQuestion
  extends Omit<
    Question,
    "id" | "hidden" | "answerText" | "answerStatus" | "answeredAt" | "createdAt" | "updatedAt"
  > {
  askedAt: Date;
  /** The period of the response time record that `askedAt` lies in. */
  period: number;
  /** Whether another database has a question of the asker on the item. */
  askedElsewhere?: boolean;
}

/** A question with what is stored beside it. */
export interface AskInput extends Omit<NewQuestion, "askedElsewhere"> {
  requestId: string | null;
  /** Whether it may be the asker's first question on the item. */
  mayBeFirst: boolean;
}

/** The outcome for one question. Without an id it was not stored. */
export interface AskOutcome {
  /** `null` while another transaction is closing the item. */
  open: boolean | null;
  blocked: boolean;
  id: number | null;
}

/** The stored questions that are not held, in the statement of `askStatement`: each has an event. */
export const announced = "announced";

/** The columns of the questions table that the input fills, with their types. */
const stored = {
  itemId: "text",
  siteId: "text",
  sellerId: "bigint",
  askerId: "bigint",
  applicationId: "bigint",
  status: "text",
  heldStatus: "text",
  text: "text",
  hold: "boolean",
  suspectedSpam: "boolean",
  vehicle: "boolean",
  period: "smallint",
} as const;

const types: Record<keyof AskInput, string> = {
  ...stored,
  askedAt: "timestamptz",
  mayBeFirst: "boolean",
  requestId: "text",
};

const namesOf = (fields: object): string => Object.keys(fields).map(columnOf).join(", ");
// The compiler sees to it that these are the fields of the input.
const inputs = Object.keys(types) as (keyof AskInput)[];

/**
 * A row of an array per column, as `unnest` reads them. The questions whose item is open and whose asker is
 * not blocked are stored together with their events. A question is not stored either when it was to be the
 * asker's first on the item and is not.
 */
function textOf({ statement, values }: Change): string {
  const wait = `$${values.length + 1}`;
  const arrays = Object.values(types).map((type, index) => `$${values.length + 2 + index}::${type}[]`);
  return `
  WITH given AS MATERIALIZED (
    SELECT * FROM unnest(${arrays.join(", ")}) WITH ORDINALITY AS given (${namesOf(types)}, position)
  ), item AS MATERIALIZED (
    SELECT item_id, CASE WHEN ${wait} THEN hold_item_open(item_id) ELSE try_hold_item_open(item_id) END AS open
    FROM (SELECT DISTINCT item_id FROM given ORDER BY item_id) AS items
  ), checked AS MATERIALIZED (
    SELECT given.*, open, blocked, CASE WHEN open AND NOT blocked THEN nextval('questions_id_seq') END AS id
    FROM given JOIN item USING (item_id) CROSS JOIN LATERAL (
      SELECT EXISTS (SELECT FROM blocked_askers WHERE seller_id = given.seller_id AND user_id = given.asker_id) AS blocked
    ) AS blacklist
    ORDER BY position
  ), asked AS (
    INSERT INTO questions (id, ${namesOf(stored)}, created_at, updated_at, first_on_item)
    SELECT id, ${namesOf(stored)}, asked_at, asked_at,
      may_be_first AND NOT EXISTS (SELECT FROM questions WHERE item_id = checked.item_id AND asker_id = checked.asker_id)
    FROM checked WHERE id IS NOT NULL
    ON CONFLICT (item_id, asker_id) WHERE first_on_item DO NOTHING
    RETURNING id
  ), ${announced} AS (
    SELECT '/questions/' || id AS resource, seller_id AS user_id, asked_at AS occurred_at, request_id
    FROM checked JOIN asked USING (id) WHERE held_status IS NULL
  ), event AS (${statement})
  SELECT open, blocked, asked.id FROM checked LEFT JOIN asked USING (id) ORDER BY position`;
}

/**
 * The statement that stores questions, for any number of them. It answers an `AskOutcome` per question, in
 * their order. `event` records the events of `announced`. With `wait`, the statement waits until an item that
 * is being closed is closed.
 */
export function askStatement(event: Change) {
  const statement = textOf(event);
  return (questions: readonly AskInput[], wait: boolean) => ({
    statement,
    values: [...event.values, wait, ...inputs.map((field) => questions.map((question) => question[field]))],
  });
}
