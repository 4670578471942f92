import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { candidates, type Matches } from "./matches.schema.ts";
import { createSearchCache } from "./search-cache.service.ts";

const clock = fakeClock("2026-03-10T15:00:00.000Z");

function looking(total: number) {
  const looks: string[] = [];
  const find = async (onPrimary: boolean): Promise<Matches> => {
    looks.push(onPrimary ? "primary" : "replica");
    return { total, numbers: undefined, keys: {}, prices: [] };
  };
  return { looks, find };
}

async function asked(times: number, { total, replicated }: { total: number; replicated: boolean }) {
  const { looks, find } = looking(total);
  const searches = createSearchCache({ clock, replicated });
  for (let time = 0; time < times; time++)
    await searches.getOrFind({ fingerprint: "phones", further: time > 0 }, find);
  clock.advance(15_000);
  await searches.getOrFind({ fingerprint: "phones", further: true }, find);
  return looks;
}

describe("the cache of large searches", () => {
  it("stores the first page when every search reads the primary", async () => {
    expect(await asked(3, { total: candidates + 1, replicated: false })).toEqual(["primary", "primary"]);
  });

  it("stores what the primary has once a search on a replica comes again", async () => {
    const looks = await asked(4, { total: candidates + 1, replicated: true });
    expect(looks).toEqual(["replica", "primary", "replica"]);
  });

  it.each([-5, 5])("stores entries for 15 s, also when the clock is set by %s hours", async (hours) => {
    const { looks, find } = looking(candidates + 1);
    const searches = createSearchCache({ clock });
    const next = () => searches.getOrFind({ fingerprint: "phones", further: true }, find);
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
    const searches = createSearchCache({ clock });
    for (const further of [false, true, false, true])
      await searches.getOrFind({ fingerprint: "phones", further }, find);
    expect(looks).toEqual(["primary", "primary"]);
  });

  it("leaves repeated first pages to the replica", async () => {
    const { looks, find } = looking(candidates + 1);
    const searches = createSearchCache({ clock, replicated: true });
    const page = (further: boolean) => searches.getOrFind({ fingerprint: "phones", further }, find);
    for (const further of [false, false, false, true, true, false, true]) await page(further);
    expect(looks).toEqual(["replica", "replica", "replica", "primary", "replica"]);
  });

  it("does not store a small search", async () => {
    const looks = await asked(2, { total: candidates, replicated: true });
    expect(looks).toEqual(["replica", "replica", "replica"]);
  });
});
