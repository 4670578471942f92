import type { RowsOfId } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";

/** Where a sale is: an order, or a pack, with all that belongs to it. */
export const saleRows = (id: number): RowsOfId<Deps> => ({ id, areIn: ({ orders }) => orders.holds(id) });

export const paymentRows = (id: number): RowsOfId<Deps> => ({
  id,
  areIn: ({ payments }) => payments.holds(id),
});

export const feedbackRows = (id: number): RowsOfId<Deps> => ({
  id,
  areIn: ({ feedback }) => feedback.holds(id),
});

/** Ids of messages and files say nothing of their site. */
export const messageRows = (id: string): RowsOfId<Deps> => ({
  id: undefined,
  areIn: ({ messages }) => messages.holds(id),
});

export const fileRows = (id: string): RowsOfId<Deps> => ({
  id: undefined,
  areIn: ({ attachments }) => attachments.holds(id),
});

/** Of work that may be done twice: where the rows have gone while it read them one after the other. */
export const repeatable = (rows: RowsOfId<Deps>): RowsOfId<Deps> => ({ ...rows, repeatable: true });
