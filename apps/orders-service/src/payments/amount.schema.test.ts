import { expect, it } from "vitest";
import { amount } from "./amount.schema.ts";

it.each([0.01, 0.29, 1.1, 100.5, 10_000_000_007.03, 9_999_999_999_998.99, 9_999_999_999_999])(
  "%d is an amount of money",
  (value) => {
    expect(amount.safeParse(value)).toEqual({ success: true, data: value });
  },
);

it.each([0, -1, 1e-7, 0.001, 0.0099999, 1.000_000_1, 100.505, 10_000_000_007.031, 9_999_999_999_999.01])(
  "%d is none",
  (value) => {
    expect(amount.safeParse(value).success).toBe(false);
  },
);
