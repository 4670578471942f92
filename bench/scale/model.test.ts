import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { valuesOf } from "./assumptions.ts";
import { billOf } from "./bill.ts";
import { byMultiplier, demandOf, multiplierOf } from "./demand.ts";
import { reference } from "./deployment.ts";
import { failoverSeconds, type Measured, readMeasured } from "./measured.ts";
import { quotedIn, withQuoted } from "./quoted.ts";
import { billTable, operationsTable, resourcesTable } from "./report.ts";
import { dayRate } from "./scenarios.ts";

const cost = { servicesMs: 1, databaseMs: 0.5, answerBytes: 1_000, logBytes: 100 };
/** Every request costs the same. */
const even: Measured = {
  pathCost: () => cost,
  itemCost: () => cost,
  uploadCost: () => cost,
  rowBytes: () => 1_000,
  hopMs: 0,
  timesOf: () => [
    [0, 1],
    [1, 1],
  ],
  sources: [],
};
const demand = demandOf(valuesOf(), even, reference);
const resource = (engine: string, kind: string) => {
  const found = demand.resources.find((one) => one.engine === engine && one.kind === kind);
  if (!found) throw new Error(`no ${engine}, ${kind}`);
  return found;
};

describe("the arithmetic", () => {
  it("multiplies the peak's requests by what one costs", () => {
    const perDay = demand.operations.reduce((sum, operation) => sum + operation.perDay, 0);
    expect(resource("services", "CPU").used).toBeCloseTo((perDay * 10) / 86_400 / 1_000);
    expect(resource("services", "network out").used).toBeCloseTo((perDay * 10 * 8_000) / 86_400 / 1e9);
    expect(resource("services", "CPU").capacity).toBeCloseTo(96 * 0.7);
  });

  it("stores rows for as long as they are kept, and gives the largest site its share", () => {
    expect(resource("Postgres, catalog", "disk").used).toBeCloseTo(0.3);
    expect(resource("Postgres, questions, largest site", "disk").used).toBeCloseTo(
      (0.4 * 2e6 * 1_095 * 1_000) / 1e12,
    );
    expect(demand.embeddedIndexGB).toBe(150);
  });

  it("sorts resources by the load that uses them up", () => {
    const [first] = byMultiplier(demand.resources);
    const least = Math.min(...demand.resources.map(multiplierOf));
    expect(multiplierOf(first as (typeof demand.resources)[number])).toBe(least);
    // With so many times everything, just that is full.
    const more = demandOf(
      valuesOf([`sellers=${1e6 * least}`, `items=${3e8 * least}`, `questions=${2e6 * least}`]),
      even,
      reference,
    );
    const full = more.resources.filter((one) => multiplierOf(one) < 1 + 1e-9);
    expect(full.map(({ engine, kind }) => [engine, kind])).toEqual([[first?.engine, first?.kind]]);
  });

  it("charges a standby for each database, and each machine by its parts", () => {
    const charges = billOf(reference, demand);
    expect(charges[0]).toEqual({ what: "services", dollars: 96 * 28 });
    expect(charges.find(({ what }) => what.startsWith("Postgres, questions"))?.dollars).toBe(
      2 * 5 * (8 * 25 + 128 * 3 + 2_000 * 0.1),
    );
  });

  it("refuses unknown assumptions and values that are none", () => {
    expect(valuesOf(["items=1_000"]).items).toBe(1_000);
    for (const change of ["itmes=1", "items=0", "items=-1", "items"])
      expect(() => valuesOf([change])).toThrow();
  });
});

it("a day has mean 1 and the peak that is asked for", () => {
  const rate = dayRate(10);
  const steps = 24_000;
  const all = Array.from({ length: steps }, (_, n) => rate((24 * n) / steps));
  expect(all.reduce((sum, one) => sum + one, 0) / steps).toBeCloseTo(1, 3);
  expect(rate(21)).toBeCloseTo(10);
  expect(Math.min(...all)).toBeGreaterThan(0);
});

it("the time of a failover is the longest of the drill's row", () => {
  expect(failoverSeconds("| everything killed (`--only kill`) | 0 | 0 | 20.2 s, 18.8 s | 0 of 98 |")).toBe(
    20.2,
  );
  expect(() => failoverSeconds("nothing")).toThrow("--only kill");
  expect(failoverSeconds()).toBeGreaterThan(0);
});

describe("docs/scaling.md", () => {
  const page = readFileSync(new URL("../../docs/scaling.md", import.meta.url), "utf8");

  it("quotes the tables of what the benches saved; after new figures: scale --write", () => {
    const now = demandOf(valuesOf(), readMeasured(), reference);
    expect(quotedIn(page, "requests")).toBe(operationsTable(now));
    expect(quotedIn(page, "resources")).toBe(resourcesTable(now));
    expect(quotedIn(page, "bill")).toBe(billTable(reference, now));
  });

  it("has a block for each simulation", () => {
    for (const name of ["load", "day", "failover"]) expect(quotedIn(page, name)).toMatch(/p99/);
  });

  it("is changed in these blocks alone", () => {
    const changed = withQuoted(page, new Map([["bill", "other $& text"]]));
    expect(quotedIn(changed, "bill")).toBe("other $& text");
    expect(withQuoted(changed, new Map([["bill", quotedIn(page, "bill") ?? ""]]))).toBe(page);
    expect(() => withQuoted(page, new Map([["none", ""]]))).toThrow("none");
  });
});
