import { z } from "zod";

/** The largest stock of an item, and of a variation. */
export const highestQuantity = 999_999;

/** A number or a numeric string (decisions 7.3). */
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

/** Existing clients send the stock as text too. */
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
