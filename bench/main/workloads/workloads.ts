import type { LoadRequest } from "../load.ts";
import type { Product } from "../product.ts";
import { contentOf, demoSites } from "./content.ts";
import { itemSearches, questionSearches, titles } from "./searches.ts";

/** Short names of the measured paths, for `--only`. */
export const pathNames = ["category", "item", "questions", "search", "discovery", "dump", "ask"] as const;

/** The requests of one measured path, which all differ. */
export interface Workload {
  name: (typeof pathNames)[number];
  title: string;
  requests: readonly LoadRequest[];
}

/**
 * Sizes of the workloads that no cache may answer. Requests are sent in turn, and all answers together exceed
 * the response cache, so that the LRU has evicted an answer before its request returns.
 */
const searchCount = 20_000;
const titleCount = 80_000;
const questionCount = 20_000;

/** The measured paths, on demo data and imported categories. */
export async function workloadsOf(product: Product, importedIds: readonly string[]): Promise<Workload[]> {
  const { get, sellerId, itemsOf, questions } = contentOf(product);
  const [items, ...others] = [await itemsOf("MLA"), await itemsOf("MLB"), await itemsOf("MLC")];
  const itemIds = [items, ...others].flat().map(({ id }) => id);
  const searches = questionSearches(sellerId, await questions(), searchCount);
  const discovery = titles(items, titleCount).map(
    (title) => `/sites/MLA/domain_discovery/search?${new URLSearchParams({ q: title })}`,
  );
  const ofOthers = items.filter((item) => item.sellerId !== sellerId).map(({ id }) => id);
  const { access_token: token } = product.sandbox.users.buyer_mla;
  return [
    {
      name: "category",
      title: "category by id",
      requests: importedIds.map((id) => get(`/categories/${id}`)),
    },
    { name: "item", title: "item by id", requests: itemIds.map((id) => get(`/items/${id}`)) },
    { name: "questions", title: "question search, 50", requests: searches.map(get) },
    {
      name: "search",
      title: "item search, 50",
      requests: itemSearches("MLA", items, searchCount).map(get),
    },
    { name: "discovery", title: "domain discovery", requests: discovery.map(get) },
    {
      name: "dump",
      title: "category tree dump",
      requests: demoSites.map((site) => get(`/sites/${site}/categories/all`)),
    },
    { name: "ask", title: "ask a question", requests: asking(token, ofOthers) },
  ];
}

/** Questions to sellers whose questions no other path searches. */
function asking(token: string, itemIds: readonly string[]): LoadRequest[] {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return Array.from({ length: questionCount }, (_, number) => {
    const item_id = itemIds[number % itemIds.length];
    const text = `¿Hacen envíos al interior? Son ${number} unidades`;
    return { method: "POST", path: "/questions", headers, body: JSON.stringify({ item_id, text }) };
  });
}
