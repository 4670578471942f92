import { z } from "zod";

/** An amount of money: more than nothing, with cents at most. */
export const amount = z
  .number()
  .positive()
  .max(9_999_999_999_999)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, "has at most two decimals");
