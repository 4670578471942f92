import { expect, it } from "vitest";
import { invoicesService } from "../service.fixture.ts";
import { findPackSites } from "./pack-sites.job.ts";

const { deps, orders, sale } = await invoicesService();

it("a pack gets its site, however many others orders-service fails for", async () => {
  const failing: number[] = [];
  for (let made = 0; made < 21; made++) failing.push((await sale()).packId);
  const { packId } = await sale();
  const used = "INSERT INTO used_packs (pack_id, first_used_at) SELECT unnest($1::bigint[]), now()";
  await deps.db.pool.query(used, [[...failing, packId]]);
  const present = orders.pack;
  orders.pack = async (wanted) =>
    wanted.pack_id === packId ? present(wanted) : Promise.reject(new Error("it never answers for these"));
  await findPackSites(deps);
  expect(await deps.packSites.missing(0, 30)).toEqual(failing.toSorted((a, b) => a - b));
  orders.pack = present;
  await findPackSites(deps);
  expect(await deps.packSites.missing(0, 30)).toEqual([]);
});
