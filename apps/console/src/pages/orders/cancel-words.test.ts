import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { cancelWords } from "./status-texts.ts";

const file = "../../../../orders-service/src/orders/cancellations.rules.ts";
const source = readFileSync(new URL(file, import.meta.url), "utf8");
const codes = [...source.matchAll(/code: "(\w+)"/g)].map(([, code]) => code);

it.each(["es", "pt"] as const)("every reason of a cancellation is said in %s", (language) => {
  expect(codes.length).toBeGreaterThan(3);
  expect(Object.keys(cancelWords[language]).toSorted()).toEqual(codes.toSorted());
});
