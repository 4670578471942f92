import type { Cause } from "@marketplace/conventions";

/** An issue of an item; `field` is a path below `body`. */
export const issue = (code: string, message: string, field: string): Cause => ({
  code: `item.${code}`,
  message,
  references: [`body.${field}`],
});

/** The top-level field of a reference: `body.shipping.mode` gives `shipping`. */
export const fieldOf = (reference: string): string => reference.split(/[.[]/)[1] ?? "";
