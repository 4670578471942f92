import { expect, it } from "vitest";
import { createVisitCounter } from "../visits/visit-counter.service.ts";
import type { Visit } from "../visits/visits.repo.ts";
import { visitsBySite } from "./visits-by-site.ts";

/** A counter on databases of MLA, which can be away, and MLB; `stored` has each visit as often as it came. */
function counterOfSites() {
  const stored: string[] = [];
  const warned: unknown[] = [];
  const away = new Set<string | undefined>();
  let waits = 0;
  const visits = {
    async add(some: readonly Visit[]) {
      stored.push(...some.map(({ itemId, userId }) => `${itemId} ${userId}`));
    },
  };
  const alone = async (siteId: string | undefined, work: (of: { visits: never }) => Promise<unknown>) => {
    if (away.has(siteId)) {
      waits += 1;
      throw new Error(`${siteId} is away`);
    }
    return work({ visits: visits as never });
  };
  const counter = createVisitCounter({
    visits: visitsBySite({ alone } as never),
    clock: { now: () => new Date("2026-03-10T15:00:00.000Z") },
    log: { warn: (details: unknown) => warned.push(details) } as never,
  });
  return { counter, stored, warned, away, waits: () => waits };
}

it("a visit is stored once while the database of another site is away, and each of that one later", async () => {
  const { counter, stored, away } = counterOfSites();
  away.add("MLA");
  for (let user = 1; user <= 2_500; user++) counter.record(`${user % 2 ? "MLA" : "MLB"}1`, user);
  for (let round = 0; round < 2; round++) await expect(counter.flush()).rejects.toThrow("not be stored");
  expect(stored).toHaveLength(1_250);
  away.clear();
  await counter.flush();
  expect(stored).toHaveLength(2_500);
  expect(new Set(stored).size).toBe(2_500);
});

it("as many as wait for one database take no place from those of the others", async () => {
  const { counter, stored, warned, away } = counterOfSites();
  away.add("MLA");
  for (let user = 1; user <= 50_000; user++) counter.record("MLA1", user);
  await expect(counter.flush()).rejects.toThrow("not be stored");
  counter.record("MLB1", 1);
  await expect(counter.flush()).rejects.toThrow("not be stored");
  expect(stored).toEqual(["MLB1 1"]);
  expect(warned).toEqual([]);
});

it("a database that does not answer is waited for once in a flush, behind the new visits of the others", async () => {
  const { counter, stored, away, waits } = counterOfSites();
  away.add("MLA");
  for (let user = 1; user <= 9_000; user++) counter.record("MLA1", user);
  await expect(counter.flush()).rejects.toThrow("not be stored");
  expect(waits()).toBe(1);
  counter.record("MLB1", 1);
  const flushed = counter.flush();
  expect(waits()).toBe(1);
  await expect(flushed).rejects.toThrow("not be stored");
  expect(stored).toEqual(["MLB1 1"]);
  expect(waits()).toBe(2);
  away.clear();
  await counter.flush();
  expect(new Set(stored).size).toBe(9_001);
  expect(stored).toHaveLength(9_001);
});

it("a stop ends the flush after the batch that is being stored; the others wait on", async () => {
  const { counter, stored } = counterOfSites();
  const stopping = new AbortController();
  for (let user = 1; user <= 4_500; user++) counter.record("MLB1", user);
  const flushed = counter.flush(stopping.signal);
  stopping.abort();
  await flushed;
  expect(stored).toHaveLength(2_000);
  await counter.flush();
  expect(stored).toHaveLength(4_500);
});

it("all wait on when nothing can be stored", async () => {
  const stored: Visit[] = [];
  let isAway = true;
  const counter = createVisitCounter({
    visits: {
      async add(some) {
        if (isAway) throw new Error("away");
        stored.push(...some);
      },
    },
    clock: { now: () => new Date("2026-03-10T15:00:00.000Z") },
    log: { warn() {} } as never,
  });
  for (let user = 1; user <= 4_500; user++) counter.record("MLA1", user);
  for (let round = 0; round < 2; round++) await expect(counter.flush()).rejects.toThrow("away");
  isAway = false;
  await counter.flush();
  expect(stored).toHaveLength(4_500);
});
