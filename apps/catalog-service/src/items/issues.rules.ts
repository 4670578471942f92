import type { Cause } from "@marketplace/conventions";

/** One fault of an item: `code` in the words of the platform, the field as a path below `body`. */
export const fault = (code: string, message: string, field: string): Cause => ({
  code: `item.${code}`,
  message,
  references: [`body.${field}`],
});

/** `body.shipping.mode` is of the field `shipping`. */
export const fieldOf = (reference: string): string => reference.split(/[.[]/)[1] ?? "";
