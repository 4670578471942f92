import { z } from "zod";

/** The largest stock of an item, and of a variation. */
export const maxQuantity = 999_999;

// Existing clients send amounts as text too. Ranges are checked by the rules of items and variations, so that
// one answer names all issues.

/** A price; null where the category does not ask for one. */
export const Price = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,17}(\.\d{1,10})?$/, "must be a number")
        .transform(Number),
    ],
    { error: "must be a number or a numeric string" },
  )
  .nullable();

/** A stock. */
export const Quantity = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/, "must be an integer")
      .transform(Number),
  ],
  { error: "must be an integer or its digits as a string" },
);
