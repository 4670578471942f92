// Inserts items into the catalog of a running product, by the code of its own release:
//   insert.process.ts CHECKOUT DATABASE_URL grow SIZE
//     Items of the demo's generator, up to a size.
//   insert.process.ts CHECKOUT DATABASE_URL judged SITE SELLER DIR
//     The documents of a judged set, instead of all items of the site; prints their ids.

import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readJudgedSet } from "@marketplace/search-index/relevance";
import type { NewItem } from "../../../apps/catalog-service/src/items/items.schema.ts";

const [checkout = "", url = "", task = "", ...words] = process.argv.slice(2);

const load = (path: string) => import(pathToFileURL(path).href);
const loadFile = (file: string) => load(resolve(checkout, file));
const loadPackage = (name: string) => load(createRequire(join(checkout, "bench/package.json")).resolve(name));

// The types are those of this release; only what both releases have is used.
const { openCatalogDatabase }: typeof import("@marketplace/database/catalog") = await loadPackage(
  "@marketplace/database/catalog",
);
const db = openCatalogDatabase({ url, poolSize: 4 });
try {
  if (task === "grow") await grow(Number(words[0]));
  else process.stdout.write(JSON.stringify(await insertJudged(words)));
} finally {
  await db.close();
}

async function grow(size: number): Promise<void> {
  const { createFiller }: typeof import("../fill.ts") = await loadFile("bench/search/fill.ts");
  // The product indexes items by itself.
  const deps = { db, follower: { catchUp: async () => true } };
  const filler = await createFiller(deps as unknown as Parameters<typeof createFiller>[0], new Date());
  await filler.grow(size);
}

async function insertJudged([site, seller, folder = ""]: string[]): Promise<string[]> {
  type Items = typeof import("../../../apps/catalog-service/src/demo/items.ts");
  type Categories = typeof import("../../../apps/catalog-service/src/demo/categories.ts");
  type Repo = typeof import("../../../apps/catalog-service/src/items/items.repo.ts");
  const { itemsWithoutEnd }: Items = await loadFile("apps/catalog-service/src/demo/items.ts");
  const { demoLeaves }: Categories = await loadFile("apps/catalog-service/src/demo/categories.ts");
  const { insertItems }: Repo = await loadFile("apps/catalog-service/src/items/items.repo.ts");
  const siteId = site === "MLB" ? "MLB" : "MLA";
  const pattern = itemsWithoutEnd(siteId, { sellers: [Number(seller)], now: new Date() })
    .filter(({ status, price }) => status === "active" && price !== null)
    .next().value;
  const [anyLeaf, ...leaves] = demoLeaves(siteId).map(({ category }) => category);
  if (!pattern || !anyLeaf) throw new Error("the demo has items and categories");
  const byName = new Map([anyLeaf, ...leaves].map((leaf) => [leaf.name, leaf]));
  const close = `UPDATE items SET status = 'closed' WHERE site_id = '${siteId}' AND status = 'active'`;
  await db.pool.query(`SET statement_timeout = 0; ${close}`);
  const { documents } = readJudgedSet(folder);
  return insertItems(
    db,
    documents.map((document) => {
      const leaf = byName.get(document.category ?? "");
      const { id: categoryId, domainId } = leaf ?? anyLeaf;
      return { ...pattern, title: document.title, categoryId, domainId, attributes: textsOf(document, leaf) };
    }),
  );
}

/** What a document says besides its title; also its category where the demo does not have it. */
function textsOf(
  { brand, attributes, category }: ReturnType<typeof readJudgedSet>["documents"][number],
  leaf: object | undefined,
): NewItem["attributes"] {
  const texts = { BRAND: brand, DETAILS: attributes, CATEGORY_NAME: leaf ? "" : category };
  return Object.entries(texts)
    .filter(([, text]) => text)
    .map(([id, text]) => ({ id, name: id, value_id: null, value_name: text ?? null }));
}
