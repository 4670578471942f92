import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { shipmentWords } from "./shipment-texts.ts";

const file = "../../../../../packages/contracts/src/shipment-statuses.json";
const known: Record<string, string[]> = JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));

it.each(Object.keys(shipmentWords) as (keyof typeof shipmentWords)[])(
  "every status and substatus of shipments has a word of its own in %s",
  (language) => {
    // The history has these two besides the statuses.
    const names = new Set([...Object.entries(known).flat(2), "first_visit", "returned"]);
    expect(Object.keys(shipmentWords[language]).toSorted()).toEqual([...names].toSorted());
  },
);
