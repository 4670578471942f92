import { z } from "zod";
import { cents } from "../orders/money.rules.ts";

/** An amount of money: a cent or more, with cents at most. */
export const amount = z
  .number()
  .positive()
  .max(9_999_999_999_999)
  // Exactly: a tolerance lets tiny fractions pass and refuses the cents of large amounts.
  .refine((value) => cents(value) >= 1 && cents(value) / 100 === value, "has at most two decimals");
