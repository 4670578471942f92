import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Clock } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { categoryWire } from "../categories/categories.service.ts";
import type { Category, CategoryName } from "../categories/category.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { countItems } from "../categories/category-counts.ts";
import { type DumpKey, md5Of, type TreeDump, type TreeDumpsRepo } from "./tree-dumps.repo.ts";

const compress = promisify(gzip);

export interface DumpDeps {
  db: CatalogDatabase;
  dumps: TreeDumpsRepo;
  clock: Clock;
}

/** The dump of a site; built now when nothing has built it yet, as for a site without a tree. */
export async function treeDump(key: DumpKey, deps: DumpDeps): Promise<TreeDump> {
  const present = await deps.dumps.find(key);
  if (present) return present;
  // A change of the tree that commits meanwhile has saved a later one.
  return deps.dumps.saveFirst(key, await build(key, deps));
}

/** Builds both dumps of a site anew; part of every change of its tree. */
export async function rebuildDumps(siteId: string, deps: DumpDeps): Promise<void> {
  for (const withAttributes of [false, true]) {
    const key = { siteId, withAttributes };
    await deps.dumps.save(key, await build(key, deps));
  }
}

async function build({ siteId, withAttributes }: DumpKey, { db, clock }: DumpDeps): Promise<TreeDump> {
  const rows = await db.current().category.findMany({
    where: { siteId, retired: false },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    omit: { attributes: !withAttributes },
  });
  // The JSON columns hold what tree.repo wrote: a CategoryNode's fields.
  const categories = rows as unknown as (Category & { attributes?: CategoryAttribute[] })[];
  const totals = await countItems(db, siteId);
  const children = childrenByParent(categories);
  const tree = categories.map((category) => {
    const wire = categoryWire(category, children.get(category.id) ?? [], totals);
    return [category.id, withAttributes ? { ...wire, attributes: category.attributes ?? [] } : wire] as const;
  });
  const text = JSON.stringify(Object.fromEntries(tree));
  return { body: await compress(text), md5: md5Of(text), createdAt: clock.now() };
}

function childrenByParent(categories: readonly Category[]): Map<string, CategoryName[]> {
  const children = new Map<string, CategoryName[]>();
  for (const { id, name, parentId } of categories) {
    if (parentId === null) continue;
    const siblings = children.get(parentId);
    if (siblings) siblings.push({ id, name });
    else children.set(parentId, [{ id, name }]);
  }
  return children;
}
