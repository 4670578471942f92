import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { createSingleFlight } from "@marketplace/cache";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import type { Clock } from "@marketplace/server";
import type { CategoryName } from "../categories/categories.schema.ts";
import { categoryWire, type SentCategory, sentFields } from "../categories/categories.service.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { countItems } from "../categories/category-counts.repo.ts";
import { storedSettings } from "../categories/default-settings.rules.ts";
import { selectList } from "../columns.sql.ts";
import { withBuiltIns } from "../items/built-in-attributes.rules.ts";
import { createPeriodicCollection } from "./garbage-collection.service.ts";
import type { DumpKey, TreeDump, TreeDumpsRepo } from "./tree-dumps.repo.ts";

const buildTimeoutMs = 300_000;

export interface DumpDeps {
  db: CatalogDatabase;
  dumps: TreeDumpsRepo;
  clock: Clock;
}

/** Builds that are under way, by version. */
export type DumpBuilds = ReturnType<typeof createSingleFlight<string, TreeDump>>;

/**
 * The dump of a site. Built now when there is none of the present tree: for a site without a tree, and after
 * a change of a single category.
 */
export async function treeDump(key: DumpKey, deps: DumpDeps & { dumpBuilds: DumpBuilds }): Promise<TreeDump> {
  const present = await deps.dumps.find(key);
  if (present) return present;
  const version = await deps.dumps.version(key.siteId);
  return deps.dumpBuilds(`${key.siteId} ${key.withAttributes} ${version}`, () => buildLatest(key, deps));
}

/** In one snapshot of the database, so that the dump shows no tree that never was. */
async function buildLatest(key: DumpKey, deps: DumpDeps): Promise<TreeDump> {
  const work = async () => ({ dump: await build(key, deps), version: await deps.dumps.version(key.siteId) });
  const options = { isolationLevel: "RepeatableRead", timeout: buildTimeoutMs } as const;
  const { dump, version } = await deps.db.transaction(work, options);
  await deps.dumps.saveFirst(key, dump, version);
  // Another replica may have saved its own.
  return (await deps.dumps.find(key)) ?? dump;
}

/** Rebuilds both dumps of a site; part of every change of its tree. */
export async function rebuildDumps(siteId: string, deps: DumpDeps): Promise<void> {
  for (const withAttributes of [false, true]) {
    const key = { siteId, withAttributes };
    await deps.dumps.save(key, await build(key, deps));
  }
}

/** Streams the categories into gzip, so that only the packed dump is in memory. */
async function build(key: DumpKey, deps: DumpDeps): Promise<TreeDump> {
  const md5 = createHash("md5");
  const body: Buffer[] = [];
  const text = async function* () {
    for await (const part of textOf(key, deps)) {
      md5.update(part);
      yield part;
    }
  };
  await pipeline(Readable.from(text()), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) body.push(chunk);
  });
  return { body: Buffer.concat(body), md5: md5.digest("hex"), createdAt: deps.clock.now() };
}

/** Categories per query. */
const chunk = 200;

const inOrder = `
  SELECT id, name, parent_id AS "parentId" FROM categories WHERE site_id = $1 AND NOT retired
  ORDER BY position, id`;
type Row = SentCategory & { attributes?: CategoryAttribute[] };

async function* textOf({ siteId, withAttributes }: DumpKey, { db }: DumpDeps): AsyncGenerator<string> {
  const order = await db.query<CategoryName & { parentId: string | null }>(inOrder, [siteId]);
  const totals = await countItems(db, siteId);
  const children = childrenByParent(order);
  const collectAfter = createPeriodicCollection();
  yield "{";
  for (let from = 0; from < order.length; from += chunk) {
    const ids = order.slice(from, from + chunk).map(({ id }) => id);
    const categories = await categoriesOf(db, ids, withAttributes);
    const texts = categories.map((category) => {
      const settings = storedSettings(category.settings, siteId);
      const wire = categoryWire({ ...category, settings }, children.get(category.id) ?? [], totals);
      const all = () => withBuiltIns(category.attributes ?? [], { siteId, settings });
      const whole = withAttributes ? { ...wire, attributes: all() } : wire;
      return `${JSON.stringify(category.id)}:${JSON.stringify(whole)}`;
    });
    yield `${from === 0 ? "" : ","}${texts.join()}`;
    collectAfter(ids.length);
  }
  yield "}";
}

async function categoriesOf(
  db: CatalogDatabase,
  ids: readonly string[],
  withAttributes: boolean,
): Promise<Row[]> {
  const columns = selectList(withAttributes ? [...sentFields, "attributes"] : sentFields);
  // Always by the index, as in tree.repo.
  const byIds = `
    SELECT ${columns} FROM unnest($1::text[]) AS wanted (wanted_id)
    CROSS JOIN LATERAL (SELECT * FROM categories WHERE id = wanted_id LIMIT 1) c`;
  const rows = await db.query<Row>(byIds, [ids]);
  const byId = new Map(rows.map((category) => [category.id, category]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function childrenByParent(
  categories: readonly (CategoryName & { parentId: string | null })[],
): Map<string, CategoryName[]> {
  const children = new Map<string, CategoryName[]>();
  for (const { id, name, parentId } of categories) {
    if (parentId === null) continue;
    const siblings = children.get(parentId);
    if (siblings) siblings.push({ id, name });
    else children.set(parentId, [{ id, name }]);
  }
  return children;
}
