import { afterSaleRows } from "./after-sale.rows.ts";
import { catalogRows } from "./catalog.rows.ts";
import { flexRows } from "./flex.rows.ts";
import { identityRows } from "./identity.rows.ts";
import { invoicesRows } from "./invoices.rows.ts";
import { messagesRows } from "./messages.rows.ts";
import { ordersRows } from "./orders.rows.ts";
import { questionsRows } from "./questions.rows.ts";
import { type Row, refusals } from "./row.ts";
import { shipmentsRows } from "./shipments.rows.ts";

/** Every route of the product. */
export const rows: readonly Row[] = [
  ...identityRows,
  ...catalogRows,
  ...questionsRows,
  ...ordersRows,
  ...messagesRows,
  ...afterSaleRows,
  ...invoicesRows,
  ...flexRows,
  ...shipmentsRows,
];

/** Those that need a token, each with its answer to a request without one. */
export const tokenRows = rows.flatMap((row) => {
  const outcomes = refusals[row.refusal]?.outcomes;
  return outcomes ? [{ row, refused: outcomes.none }] : [];
});
