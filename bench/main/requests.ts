import { successOf } from "./answer.ts";
import type { LoadRequest } from "./load.ts";
import type { Product } from "./product.ts";

/** What clients ask on one of the measured paths. */
export interface Asked {
  /** Short name, for `--only`. */
  name: string;
  title: string;
  requests: readonly LoadRequest[];
}

type Reader = (path: string) => LoadRequest;

/** The measured paths, on the demo's data. */
export async function askedOf(product: Product): Promise<Asked[]> {
  const { users, fixtures } = product.sandbox;
  const get: Reader = (path) => ({
    method: "GET",
    path,
    headers: { Authorization: `Bearer ${users.seller_mla.access_token}` },
  });
  const search = `/questions/search?seller_id=${users.seller_mla.id}&api_version=4&limit=50`;
  const discovery = "/sites/MLA/domain_discovery/search?q=celular%20samsung%20galaxy%20s21";
  return [
    { name: "category", title: "category by id", requests: [get(`/categories/${fixtures.category_leaf}`)] },
    { name: "item", title: "item by id, many", requests: (await itemIds(product, get)).map(itemPath(get)) },
    { name: "search", title: "question search, 50", requests: [get(search)] },
    { name: "discovery", title: "domain discovery", requests: [get(discovery)] },
    { name: "dump", title: "category tree dump", requests: [get("/sites/MLA/categories/all")] },
    { name: "ask", title: "ask a question", requests: questionsBy(users.buyer_mla.access_token, fixtures) },
  ];
}

const itemPath = (get: Reader) => (id: string) => get(`/items/${id}`);

/** The items of a few searches. */
async function itemIds({ url, sandbox }: Product, get: Reader): Promise<string[]> {
  const ids: string[] = [];
  for (const offset of [0, 50]) {
    const path = `/sites/MLA/search?category=${sandbox.fixtures.category_leaf}&limit=50&offset=${offset}`;
    const { body } = await successOf(url, get(path));
    // The specification's search answer.
    const { results } = JSON.parse(body.toString()) as { results: { id: string }[] };
    ids.push(...results.map(({ id }) => id));
  }
  return ids;
}

const questionsBy = (token: string, { item_active }: { item_active: string }): LoadRequest[] =>
  Array.from({ length: 50 }, (_, number) => ({
    method: "POST",
    path: "/questions",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ item_id: item_active, text: `¿Hacen envíos al interior? Son ${number} unidades` }),
  }));
