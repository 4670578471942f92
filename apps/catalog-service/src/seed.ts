import type { CategoryNode } from "./categories/categories.schema.ts";
import { allowsSelfService } from "./categories/shipping-preferences.schema.ts";
import { demoCategories } from "./demo/categories.ts";
import { demoItems } from "./demo/items.ts";
import { allDemoSiteIds, type DemoSiteId } from "./demo/sites.ts";
import type { Deps } from "./deps.ts";
import { insertItems } from "./items/items.repo.ts";
import type { PictureRef } from "./items/items.schema.ts";
import { numbered } from "./items/write-items.service.ts";
import { withCodes } from "./seed/demo-codes.ts";
import { uploadPictures, withPictures } from "./seed/demo-pictures.ts";
import { demoTitles } from "./seed/demo-titles.ts";
import { seedVisits } from "./seed/demo-visits.ts";
import { assignNames, type ItemName } from "./seed/named-items.ts";
import { markSold } from "./seed/sold-items.ts";
import { loadTree } from "./tree/load-tree.service.ts";
import { rebuildDumps } from "./tree/tree-dumps.service.ts";

/** The results of earlier seeds: users by the names of decisions 8.2. */
export interface SeedWorld {
  users: Record<string, { id: number; nickname: string; site_id: string }>;
  now: Date;
}

/** The result of the catalog's seed. */
export interface SeededCatalog {
  /** This service's part of `fixtures` in sandbox.json. */
  fixtures: Record<string, string>;
  /** Item ids by name, for the seeds of other services; a name is absent when its seller is. */
  items: Partial<Record<ItemName, string>>;
  /** Items that have sold something, with the units that their counters say. */
  sold: { id: string; units: number }[];
}

/** The sellers of the demo's items. Buyers, operators and `new_user_mla` own nothing. */
const sellerNames = [
  "seller_mla",
  "seller2_mla",
  "seller_moderated_mla",
  "no_messaging_mla",
  "seller_mlb",
  "seller_mlc",
  "seller_mlm",
  "seller_mlu",
];

/**
 * Fills an empty catalog with the demo's trees, thousands of items and titles, and the named fixtures, in one
 * transaction. Models are trained afterwards (`trainSites`), so that other services' seeds need not wait.
 */
export async function seedDemo(deps: Deps, world: SeedWorld): Promise<SeededCatalog> {
  // Before the transaction: keys of objects are committed before there are objects.
  const seller = world.users.seller_mla;
  const pictures = seller ? await uploadPictures(seller, world.now, deps) : [];
  return deps.db.transaction(
    async () => {
      const items: SeededCatalog["items"] = {};
      const sold: SeededCatalog["sold"] = [];
      for (const site of allDemoSiteIds) {
        const seeded = await seedSite(site, deps, { ...world, pictures });
        Object.assign(items, seeded.items);
        sold.push(...seeded.sold);
      }
      // Some of these items are not fixtures of decisions 8.2, but they do no harm there.
      return {
        fixtures: {
          ...items,
          ...categoryFixtures(demoCategories("MLA"), await leafOf(items.item_active, deps)),
        },
        items,
        sold,
      };
    },
    { timeout: 120_000 },
  );
}

/** Fills an empty catalog with the demo's trees and nothing else. */
export async function seedTrees(deps: Deps): Promise<void> {
  await deps.db.transaction(
    async () => {
      for (const site of allDemoSiteIds) await loadTree(site, demoCategories(site), deps);
    },
    { timeout: 120_000 },
  );
}

async function seedSite(
  site: DemoSiteId,
  deps: Deps,
  { users, now, pictures }: SeedWorld & { pictures: readonly PictureRef[] },
): Promise<Pick<SeededCatalog, "items" | "sold">> {
  const nodes = demoCategories(site);
  await loadTree(site, nodes, deps);
  await deps.labeledTitles.label(site, demoTitles(site));
  const sellers = sellersOf(site, users);
  if (Object.keys(sellers).length === 0) return { items: {}, sold: [] };
  const drawn = demoItems(site, { sellers: Object.values(sellers), now }).map(withCodes);
  const items = withPictures(drawn, pictures);
  const categories = new Map(nodes.map((node) => [node.id, node]));
  const places = assignNames(items, { site, sellers, categories });
  const soldPlaces = markSold(items, { named: new Set(places.values()), now });
  const listed = await Promise.all(items.map((item) => numbered(item, deps)));
  const ids = await insertItems(deps.db, listed);
  await seedVisits(deps.db, { site, now });
  await rebuildDumps(site, deps);
  const sold = soldPlaces.flatMap((place) => {
    const [id, units] = [ids[place], items[place]?.soldQuantity];
    return id === undefined || units === undefined ? [] : [{ id, units }];
  });
  return { items: Object.fromEntries([...places].map(([name, place]) => [name, ids[place]])), sold };
}

function sellersOf(site: string, users: SeedWorld["users"]): Record<string, number> {
  const sellers = sellerNames.flatMap((name) => {
    const user = users[name];
    return user?.site_id === site ? [[name, user.id] as const] : [];
  });
  return Object.fromEntries(sellers);
}

async function leafOf(itemId: string | undefined, { items }: Deps): Promise<string | undefined> {
  return itemId === undefined ? undefined : (await items.get(itemId)).categoryId;
}

function categoryFixtures(nodes: readonly CategoryNode[], leaf: string | undefined): Record<string, string> {
  const vehicles = nodes.find(({ domainId }) => domainId === "MLA-CARS_AND_VANS");
  const named = {
    category_root: nodes.find(({ parentId }) => parentId === null)?.id,
    category_leaf: leaf ?? nodes.find(({ isLeaf }) => isLeaf)?.id,
    category_vehicles: vehicles?.id,
    category_no_self_service: nodes.find(
      ({ isLeaf, flexOptInOnly, logistics }) =>
        isLeaf && !flexOptInOnly && logistics.length > 0 && !allowsSelfService(logistics),
    )?.id,
    domain_vehicles: vehicles?.domainId ?? undefined,
  };
  return Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
