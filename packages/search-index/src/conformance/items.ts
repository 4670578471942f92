import type { Found, IndexedItem, IndexQuery, IndexSort, SearchIndex } from "../port.ts";

type Given = Partial<Omit<IndexedItem, "fields" | "no">> & { title?: string; brandAndModel?: string };

/** An item with everything that a test does not say. */
export const item = (no: number, { title = "", brandAndModel = "", ...given }: Given = {}): IndexedItem => ({
  no,
  siteId: "MLA",
  sellerId: 1,
  price: 100,
  keys: [],
  fields: { title, brandAndModel, attributes: "", category: "" },
  ...given,
});

/** Items 1, 2 and so on with these titles. */
export const titled = (...titles: string[]): IndexedItem[] =>
  titles.map((title, index) => item(index + 1, { title }));

let batches = 0;

export const put = (index: SearchIndex, items: readonly IndexedItem[]): Promise<void> =>
  index.apply({ put: items, remove: [], cursor: `batch ${++batches}` });

export const find = (
  index: SearchIndex,
  query: Partial<IndexQuery> = {},
  page: { sort?: IndexSort; offset?: number; limit?: number } = {},
): Promise<Found> =>
  index.search({ siteId: "MLA", keys: [], ...query }, { sort: "relevance", offset: 0, limit: 50, ...page });

/** Numbers of the items that a text finds, the best first. */
export const numbersFor = async (index: SearchIndex, text: string, siteId = "MLA"): Promise<number[]> =>
  (await find(index, { text, siteId })).numbers;
