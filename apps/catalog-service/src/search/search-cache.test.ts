import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { candidates, type Matches } from "./matches.schema.ts";
import { largeSearches } from "./search-cache.service.ts";

const clock = fakeClock("2026-03-10T15:00:00.000Z");

function looking(total: number) {
  const looks: string[] = [];
  const find = async (forAll: boolean): Promise<Matches> => {
    looks.push(forAll ? "primary" : "replica");
    return { total, numbers: undefined, keys: {}, prices: [] };
  };
  return { looks, find };
}

async function asked(times: number, { total, replicated }: { total: number; replicated: boolean }) {
  const { looks, find } = looking(total);
  const searches = largeSearches(clock, { replicated });
  for (let time = 0; time < times; time++)
    await searches.through({ fingerprint: "phones", further: time > 0 }, find);
  clock.advance(15_000);
  await searches.through({ fingerprint: "phones", further: true }, find);
  return looks;
}

describe("what large searches found", () => {
  it("is kept at once where all is read from the primary", async () => {
    expect(await asked(3, { total: candidates + 1, replicated: false })).toEqual(["primary", "primary"]);
  });

  it("is kept where there is a replica when it is asked for again, and then as the primary has it", async () => {
    const looks = await asked(4, { total: candidates + 1, replicated: true });
    expect(looks).toEqual(["replica", "primary", "replica"]);
  });

  it.each([-5, 5])("is kept for 15 s when the clock is set by %s hours", async (hours) => {
    const { looks, find } = looking(candidates + 1);
    const searches = largeSearches(clock);
    const next = () => searches.through({ fingerprint: "phones", further: true }, find);
    await next();
    clock.step(hours * 3_600_000);
    await next();
    expect(looks).toHaveLength(1);
    clock.advance(15_000);
    await next();
    expect(looks).toHaveLength(2);
  });

  it("does not answer a first page", async () => {
    const { looks, find } = looking(candidates + 1);
    const searches = largeSearches(clock);
    for (const further of [false, true, false, true])
      await searches.through({ fingerprint: "phones", further }, find);
    expect(looks).toEqual(["primary", "primary"]);
  });

  it("does not send first pages to the primary where there is a replica, however often they come", async () => {
    const { looks, find } = looking(candidates + 1);
    const searches = largeSearches(clock, { replicated: true });
    const page = (further: boolean) => searches.through({ fingerprint: "phones", further }, find);
    for (const further of [false, false, false, true, true, false, true]) await page(further);
    expect(looks).toEqual(["replica", "replica", "replica", "primary", "replica"]);
  });

  it("is never kept of a small one", async () => {
    const looks = await asked(2, { total: candidates, replicated: true });
    expect(looks).toEqual(["replica", "replica", "replica"]);
  });
});
