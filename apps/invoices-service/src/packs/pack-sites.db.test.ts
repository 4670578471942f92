import { describe, expect, it, vi } from "vitest";
import { invoicesService } from "../service.fixture.ts";
import { createPackSiteFinder } from "./pack-sites.job.ts";

const { deps, orders, sale } = await invoicesService();
const present = orders.pack;

/** Packs of an earlier release, in the order in which they are asked for. */
async function packsWithoutSite(count: number): Promise<number[]> {
  const packIds: number[] = [];
  for (let made = 0; made < count; made++) packIds.push((await sale()).packId);
  const used = "INSERT INTO used_packs (pack_id, first_used_at) SELECT unnest($1::bigint[]), now()";
  await deps.db.pool.query(used, [packIds]);
  return packIds.toSorted((a, b) => a - b);
}

describe("a pack gets its site", () => {
  it("however many others orders-service fails for", async () => {
    const packIds = await packsWithoutSite(42);
    const [failing, last] = [packIds.slice(0, 41), packIds.at(-1)];
    orders.pack = async (wanted) =>
      wanted.pack_id === last ? present(wanted) : Promise.reject(new Error("it never answers for these"));
    const find = createPackSiteFinder(deps);
    for (let pass = 0; pass < 3; pass++) await find();
    expect(await deps.packSites.missing(0, 50)).toEqual(failing);
    orders.pack = present;
    await find();
    expect(await deps.packSites.missing(0, 50)).toEqual([]);
  });

  it("once orders-service is back, which is asked for one page and warned of once while it is away", async () => {
    const packIds = await packsWithoutSite(41);
    const warn = vi.spyOn(deps.log, "warn");
    const away = vi.fn(() => Promise.reject(new Error("it is away")));
    orders.pack = away;
    const find = createPackSiteFinder(deps);
    await find();
    expect(away).toHaveBeenCalledTimes(20);
    expect(warn).toHaveBeenCalledOnce();
    expect(await deps.packSites.missing(0, 50)).toEqual(packIds);
    orders.pack = present;
    for (let pass = 0; pass < 2; pass++) await find();
    expect(await deps.packSites.missing(0, 50)).toEqual([]);
  });
});
