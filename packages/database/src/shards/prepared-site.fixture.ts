import { expect } from "vitest";
import { query } from "../testing/query.ts";
import { idRangeOf } from "./id-ranges.ts";
import { missingShards } from "./missing.ts";
import { prepareShard } from "./prepare.ts";
import { type ShardedService, sharded } from "./sharded.ts";

interface Databases {
  home: { url: string };
  site: { url: string };
}

/**
 * Prepares the database of MLA in two runs: a table in the way of a migration interrupts the first one. Gives
 * the names of the migrations of the second run, without their times.
 */
export async function prepareInTwoRuns(
  service: ShardedService,
  { home, site }: Databases,
): Promise<string[]> {
  const shard = { service, homeUrl: home.url, siteId: "MLA", urls: [site.url] };
  const missing = () => missingShards(home.url, new Map([["MLA", [site.url]]]), service);
  await query(site.url, "CREATE TABLE site_placements (in_the_way boolean)");
  await expect(prepareShard(shard)).rejects.toThrow("_site_placements failed");
  expect(await missing()).toBe("MLA has no database yet: run the migrations");
  await query(site.url, "DROP TABLE site_placements");
  const { applied, atHome } = await prepareShard(shard);
  expect(atHome).toBe(false);
  expect(await missing()).toBeUndefined();
  expect(await prepareShard(shard)).toEqual({ applied: [], atHome: false });
  return applied.map((name) => name.slice(15));
}

/** Checks that MLA's database makes ids of its range alone, and home none of a site's range. */
export async function expectOwnIds(service: ShardedService, { home, site }: Databases): Promise<void> {
  const { first, last } = idRangeOf("MLA");
  for (const sequence of sharded[service].sequences) {
    const next = `SELECT nextval('${sequence}')::float8 AS id`;
    expect(await query(site.url, next)).toEqual([{ id: first }]);
    const [atHome] = await query<{ id: number }>(home.url, next);
    expect(atHome?.id).toBeLessThan(idRangeOf("AAA").first);
    await query(site.url, `SELECT setval('${sequence}', ${last})`);
    await expect(query(site.url, next)).rejects.toThrow("reached maximum value of sequence");
  }
}

/** The tables whose rows name their site. */
export async function tablesWithSites(url: string): Promise<string[]> {
  const tables = await query<{ name: string }>(
    url,
    "SELECT table_name::text AS name FROM information_schema.columns WHERE column_name = 'site_id' ORDER BY 1",
  );
  return tables.map(({ name }) => name);
}
