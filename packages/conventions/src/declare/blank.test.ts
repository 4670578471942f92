import { expect, test } from "vitest";
import { isBlank } from "./blank.ts";

test.each([
  "",
  " ",
  "\t\n",
  "\u00a0\u2003",
  "\u200b\u200d\ufeff",
  "\u0007",
  "\u2028",
  "\u3164\u115f",
  "\u2800 \u2800",
])("%j is blank", (text) => {
  expect(isBlank(text)).toBe(true);
});

test.each([".", " a ", "\u200bñ", "👍🏽", "0", "\u2801\u2800"])("%j is not", (text) => {
  expect(isBlank(text)).toBe(false);
});
