import type { CategoryNode } from "./categories/categories.schema.ts";
import type { Deps } from "./deps.ts";
import { insertNumberedItems } from "./items/items.repo.ts";
import { recordedCategories } from "./recorded/recorded-categories.rules.ts";
import { type NumberedItem, recordedItem } from "./recorded/recorded-items.rules.ts";
import { sites } from "./sites/sites.service.ts";
import { rebuildDumps } from "./tree/tree-dumps.service.ts";

interface Recorded {
  categories: readonly unknown[];
  /** Sites whose whole tree was seen: others' categories stay as they are beside the recorded ones. */
  wholeTrees: readonly string[];
  items: readonly unknown[];
}

interface LeftOut {
  resource: string;
  reason: string;
}

const isSite = (id: string): boolean => sites.some((site) => site.id === id);

/** Adds categories and items of a recording, under their own ids, to a catalog without items. */
export async function seedRecorded(deps: Deps, recorded: Recorded): Promise<{ leftOut: LeftOut[] }> {
  const leftOut: LeftOut[] = [];
  const items = recorded.items.flatMap((wire): NumberedItem[] => {
    const read = recordedItem(wire);
    if ("item" in read && isSite(read.item.siteId)) return [read.item];
    const reason = "reason" in read ? read.reason : "its site is not one of this marketplace";
    leftOut.push({ resource: `/items/${String(Object(wire).id)}`, reason });
    return [];
  });
  await deps.db.transaction(
    async () => {
      const trees = recordedCategories(
        recorded.categories.filter((one) => isSite(String(Object(one).id).slice(0, 3))),
      );
      leftOut.push(...trees.leftOut);
      const present = await deps.tree.present([
        ...trees.nodes.map(({ id }) => id),
        ...items.map(({ categoryId }) => categoryId),
      ]);
      const known = new Set([...present.keys(), ...trees.nodes.map(({ id }) => id)]);
      const unseen = [...new Set(items.map(({ categoryId }) => categoryId))].filter((id) => !known.has(id));
      for (const id of unseen)
        leftOut.push({ resource: `/categories/${id}`, reason: "it was not seen: it has its id for a name" });
      await storeTrees(deps, [...trees.nodes, ...unseen.map(trees.placeholder)], recorded.wholeTrees);
      await insertNumberedItems(deps.db, items);
      await advance(deps, items);
    },
    { timeout: 120_000 },
  );
  return { leftOut };
}

async function storeTrees(
  deps: Deps,
  nodes: readonly CategoryNode[],
  wholeTrees: readonly string[],
): Promise<void> {
  const { tree } = deps;
  for (const { id: site } of sites) {
    const own = nodes.filter(({ siteId }) => siteId === site);
    if (own.length === 0) continue;
    await tree.lock(site);
    await tree.beginVersion(site);
    await tree.upsert(own);
    if (wholeTrees.includes(site))
      await tree.drop(
        site,
        own.map(({ id }) => id),
      );
    await tree.collectAttributes(site);
    await rebuildDumps(site, deps);
  }
}

/** New items and variations get ids beyond the recorded ones. */
async function advance({ db }: Deps, items: readonly NumberedItem[]): Promise<void> {
  const variations = items.flatMap((item) => item.variations.map(({ id }) => id));
  const sequences = [
    ["item_numbers", items.map(({ no }) => no)],
    ["variation_numbers", variations],
  ] as const;
  for (const [sequence, numbers] of sequences)
    await db.query(`SELECT setval('${sequence}', greatest(last_value, $1::bigint)) FROM ${sequence}`, [
      numbers.reduce((most, number) => Math.max(most, number), 1),
    ]);
}
