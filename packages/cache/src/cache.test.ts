import { silentTelemetry, startTelemetry } from "@marketplace/telemetry";
import { expect, it } from "vitest";
import { createCache } from "./index.ts";

const unmeasured = { name: "a", metrics: undefined };

it("drops the least recently used entry", () => {
  const cache = createCache<string, number>({ ...unmeasured, maxEntries: 2 });
  cache.set("one", 1);
  cache.set("two", 2);
  cache.get("one");
  cache.set("three", 3);
  expect([...cache.entries()]).toEqual([
    ["three", 3],
    ["one", 1],
  ]);
});

it("peek does not change the order of use", () => {
  const cache = createCache<string, number>({ ...unmeasured, maxEntries: 2 });
  cache.set("one", 1);
  cache.set("two", 2);
  expect(cache.peek("one")).toBe(1);
  cache.set("three", 3);
  expect(cache.get("one")).toBeUndefined();
});

it("limits the sum of sizes and does not store what is larger", () => {
  const cache = createCache<string, string>({
    ...unmeasured,
    maxEntries: 10,
    maxBytes: 10,
    sizeOf: ({ length }) => length,
  });
  cache.set("a", "123456");
  cache.set("b", "1234");
  expect([cache.size, cache.bytes]).toEqual([2, 10]);
  cache.set("c", "12345678901");
  expect(cache.get("c")).toBeUndefined();
  cache.set("d", "1");
  expect([cache.get("a"), cache.bytes]).toEqual([undefined, 5]);
});

it("limits the number of entries as well as their sizes", () => {
  const cache = createCache<number, string>({
    ...unmeasured,
    maxEntries: 3,
    maxBytes: 99,
    sizeOf: ({ length }) => length,
  });
  for (const key of [1, 2, 3, 4]) cache.set(key, "small");
  expect([...cache.entries()].map(([key]) => key)).toEqual([4, 3, 2]);
});

it("expires entries by its clock, also one that starts at 0", () => {
  let time = 0;
  const cache = createCache<string, number>({ ...unmeasured, maxEntries: 2, ttlMs: 10, now: () => time });
  cache.set("short", 1);
  cache.set("long", 2, { ttlMs: 20 });
  time = 9;
  expect(cache.get("short")).toBe(1);
  time = 10;
  expect([cache.get("short"), cache.peek("long"), cache.size]).toEqual([undefined, 2, 1]);
  time = 20;
  expect(cache.peek("long")).toBeUndefined();
});

it("forgets one entry or all", () => {
  const cache = createCache<string, number>({ name: "a", metrics: silentTelemetry().metrics, maxEntries: 3 });
  for (const key of ["a", "b", "c"]) cache.set(key, 1);
  cache.delete("a");
  expect(cache.size).toBe(2);
  cache.clear();
  expect(cache.get("b")).toBeUndefined();
});

it("counts hits, misses and evictions and reports its entries", async () => {
  const telemetry = await startTelemetry("process", {});
  const { metrics } = telemetry.of("catalog");
  const cache = createCache<string, number>({ name: "trees", metrics, maxEntries: 1 });
  cache.get("a");
  cache.set("a", 1);
  cache.get("a");
  cache.set("b", 1);
  cache.delete("b");
  cache.set("c", 1);
  const { text = "" } = (await telemetry.exposition?.()) ?? {};
  const series = text.split("\n").filter((line) => /^cache_\w+\{/.test(line));
  expect(series.toSorted()).toEqual([
    'cache_entries{service="catalog",cache="trees"} 1',
    'cache_evictions_total{service="catalog",cache="trees"} 1',
    'cache_requests_total{service="catalog",cache="trees",result="hit"} 1',
    'cache_requests_total{service="catalog",cache="trees",result="miss"} 1',
  ]);
});
