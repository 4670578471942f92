import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { find, item, numbersFor, put } from "./conformance/items.ts";
import { createEmbeddedIndex, rulesOf } from "./embedded.ts";
import { SiteIndex } from "./engine/site-index.ts";
import type { IndexedItem } from "./port.ts";

const language = "es" as const;
const settingsOf = () => ({ language });
const count = 4_000;
const many = (from = 1, to = count): IndexedItem[] =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    item(from + at, { title: `mesa ${from + at}`, keys: [`category=${at % 7}`], price: at }),
  );

const ofMlb = many(count + 1, 2 * count).map((each) => ({ ...each, siteId: "MLB" }));

/** An index that was just filled, so that its next small batch begins a copy. */
async function filled() {
  const index = createEmbeddedIndex({ settingsOf });
  await put(index, many());
  return index;
}

/** How often other work gets its turn until work is done. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = work.finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await setImmediate();
  await done;
  return turns;
}

test("changes do not wait while a site is copied, and are found at once and in the copy", async () => {
  const index = await filled();
  // Each is a turn or two; a copy pauses for twenty.
  expect(await turnsOf(put(index, [item(9_001, { title: "silla" })]))).toBeLessThan(5);
  const changes = { put: [item(2, { title: "banco" })], remove: [3, 9_001], cursor: "later" };
  expect(await turnsOf(index.apply(changes))).toBeLessThan(5);
  const all = async () => [
    await numbersFor(index, "silla"),
    await numbersFor(index, "banco"),
    (await find(index, { text: "mesa" })).total,
  ];
  expect(await all()).toEqual([[], [2], count - 2]);
  expect(await turnsOf(index.settled())).toBeGreaterThan(5);
  expect(await all()).toEqual([[], [2], count - 2]);
});

test("a copy takes up whatever changes in its pauses", async () => {
  const no = fc.integer({ min: 1, max: 1_250 });
  const change = fc.record({
    put: fc.array(fc.record({ no, title: fc.constantFrom("pan", "uva"), price: fc.nat(9) }), {
      maxLength: 5,
    }),
    remove: fc.array(no, { maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      const [site, plain] = [rulesOf({ language }), rulesOf({ language })].map(
        (rules) => new SiteIndex(rules),
      );
      if (!site || !plain) throw new Error("there are two");
      for (const each of many(1, 1_200)) for (const one of [site, plain]) one.put(each);
      const left = changes.values();
      await site.copyIfDue({ arranges: true }, async () => {
        const { put = [], remove = [] } = left.next().value ?? {};
        for (const one of [site, plain]) {
          for (const { no, ...given } of put) one.put(item(no, { ...given, keys: ["category=1"] }));
          for (const no of remove) one.remove(no);
        }
        return true;
      });
      for (const text of ["mesa", "pan", "uva", undefined])
        for (const sort of ["relevance", "price_asc"] as const) {
          const page = { sort, offset: 0, limit: 50 };
          const query = { siteId: "MLA", text, keys: [] };
          expect(site.search(query, page)).toEqual(plain.search(query, page));
        }
    }),
    { numRuns: 20 },
  );
});

test("a copy that is ended, as by the end of the index, changes nothing, and the next one is whole", async () => {
  const site = new SiteIndex(rulesOf({ language }));
  for (const each of many()) site.put(each);
  const { store } = site;
  const copy = site.copyIfDue({ arranges: true }, async () => false);
  expect(site.copyIfDue({ arranges: true }, async () => true)).toBeUndefined();
  await copy;
  expect(site.store).toBe(store);
  await site.copyIfDue({ arranges: true }, async () => true);
  expect(site.store).not.toBe(store);
  expect([site.store.live, site.store.totals.appended]).toEqual([count, 0]);
  expect(site.copyIfDue({ arranges: true }, async () => true)).toBeUndefined();
});

test("sites are copied one after the other", async () => {
  const index = createEmbeddedIndex({ settingsOf });
  await put(index, many());
  await put(index, ofMlb);
  const copying = vi.spyOn(SiteIndex.prototype, "copyIfDue");
  await put(index, []);
  expect(copying).toHaveBeenCalledTimes(1);
  await index.settled();
  expect(copying).toHaveBeenCalledTimes(2);
  copying.mockRestore();
});

test("a copy that fails is told, and hinders neither changes nor the copies of other sites", async () => {
  const failed = vi.fn();
  const index = createEmbeddedIndex({ settingsOf, copyFailed: failed });
  await put(index, many());
  await put(index, ofMlb);
  const error = new RangeError("no memory");
  const copying = vi.spyOn(SiteIndex.prototype, "copyIfDue").mockRejectedValueOnce(error);
  await put(index, [item(9_001, { title: "silla" })]);
  await index.settled();
  expect(failed.mock.calls).toEqual([[error, "MLA"]]);
  expect(copying).toHaveBeenCalledTimes(2);
  copying.mockRestore();
  expect(await numbersFor(index, "silla")).toEqual([9_001]);
  await put(index, []);
  expect(await turnsOf(index.settled())).toBeGreaterThan(5);
});

test("an index is closed without waiting for a copy", async () => {
  const index = await filled();
  await put(index, []);
  expect(await turnsOf(index.close())).toBeLessThan(5);
  expect(await turnsOf(index.settled())).toBeLessThan(5);
});
