import type { Cause } from "@marketplace/conventions";

/** Numbers by which clients know rules of items. */
const numbers: Readonly<Record<string, number>> = {
  "item.category_id.invalid": 126,
  "item.category_id.not_a_leaf": 126,
  "item.price.invalid": 129,
  "item.attributes.missing_required": 147,
  "item.listing_type_id.requiresPictures": 173,
  "item.pictures.max": 201,
  "item.pictures.picture_not_found": 204,
  "item.description.type.invalid": 398,
};

/** A price below the least one of the category. */
export const priceTooLow = 109;

/** A cause as clients of items expect it: with the department, and the number where the rule has one. */
export const ofItems = (cause: Cause): Cause => {
  const cause_id = cause.cause_id ?? numbers[cause.code];
  return {
    code: cause.code,
    message: cause.message,
    references: cause.references,
    department: "items",
    ...(cause_id !== undefined && { cause_id }),
    type: cause.type ?? "error",
  };
};

/** An issue of an item; `field` is a path below `body`. */
export const issue = (code: string, message: string, field: string): Cause =>
  ofItems({ code: `item.${code}`, message, references: [`body.${field}`] });

/** The top-level field of a reference: `body.shipping.mode` gives `shipping`. */
export const fieldOf = (reference: string): string => reference.split(/[.[]/)[1] ?? "";

interface Limit {
  code: string;
  /** In the plural. */
  what: string;
  most: number;
  field: string;
}

/**
 * Several requests may add to an item, each within the limits of a request: what it has then is limited, too,
 * so that it can be sent back as it is read. An item older than the limit keeps what it has, but gets no
 * more.
 */
export const countIssues = (
  before: readonly unknown[],
  after: readonly unknown[],
  { code, what, most, field }: Limit,
): Cause[] =>
  after.length <= Math.max(most, before.length)
    ? []
    : [issue(code, `there may be at most ${most} ${what}`, field)];
