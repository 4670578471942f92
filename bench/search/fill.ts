import type { Deps } from "@marketplace/catalog-service";
import { itemsWithoutEnd } from "../../apps/catalog-service/src/demo/items.ts";
import { random } from "../../apps/catalog-service/src/demo/random.ts";
import type { DemoSiteId } from "../../apps/catalog-service/src/demo/sites.ts";
import { insertItems } from "../../apps/catalog-service/src/items/items.repo.ts";
import type { NewItem } from "../../apps/catalog-service/src/items/items.schema.ts";

/** The sites of ten items; the searched site has most of them. */
const sites: readonly DemoSiteId[] = ["MLA", "MLA", "MLA", "MLB", "MLA", "MLC", "MLA", "MLA", "MLB", "MLA"];
const sellerCount = 2_000;
const batchSize = 1_000;
const writers = 3;
const maxRuns = 100;

/** Endless items, always the same; part numbers give titles the rare words of real ones. */
function* endlessItems(now: Date): Generator<NewItem, never> {
  const sellers = Array.from({ length: sellerCount }, (_, index) => 3_000_000_000 + index * 17);
  const sources = new Map(sites.map((site) => [site, itemsWithoutEnd(site, { sellers, now })]));
  const draws = random("part numbers");
  for (let index = 0; ; index += 1) {
    const source = sources.get(sites[index % sites.length] ?? "MLA");
    if (!source) throw new Error("every site has a source");
    const item = source.next().value;
    yield draws.chance(0.4) ? { ...item, title: `${item.title} ${partNumber(draws.next())}` } : item;
  }
}

/** A skewed distribution: few part numbers are common, most are rare. */
export const partNumber = (draw: number): string => `mx${Math.floor(draw ** 3 * 400_000)}`;

/** Grows a catalog to ascending sizes; `grow` answers the items stored per second. */
export async function createFiller(
  { db, follower }: Deps,
  now: Date,
): Promise<{ grow(size: number): Promise<number> }> {
  const { rows } = await db.pool.query<{ n: number }>("SELECT count(*) AS n FROM items");
  let filled = rows[0]?.n ?? 0;
  const items = endlessItems(now).drop(filled);
  const write = async (size: number): Promise<void> => {
    while (filled < size) {
      const part: NewItem[] = [];
      for (; part.length < batchSize && filled < size; filled += 1) {
        const { value } = items.next();
        if (value) part.push(value);
      }
      await insertItems(db, part);
    }
  };
  return {
    async grow(size) {
      const [from, startedAt] = [filled, performance.now()];
      await Promise.all(Array.from({ length: writers }, () => write(size)));
      const perSecond = (filled - from) / ((performance.now() - startedAt) / 1000);
      await db.pool.query("SET statement_timeout = 0");
      for (const table of ["items", "item_changes"]) await db.pool.query(`VACUUM ANALYZE ${table}`);
      // Another run of the follower may have just begun.
      for (let runs = 0; runs < maxRuns; runs += 1) if (await follower.catchUp()) return perSecond;
      throw new Error("the search index does not have every change");
    },
  };
}
