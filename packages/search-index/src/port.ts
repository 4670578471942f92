/** One item as the index knows it. Only active items are in the index. */
export interface IndexedItem {
  /** Number of the item: the digits of its id. Newer items have higher numbers. */
  no: number;
  siteId: string;
  sellerId: number;
  /** In the item's currency with two decimals; `null` where there is none. Never summed, only compared. */
  price: number | null;
  /**
   * Filters that the item fits, each a facet: `category=MLA1055` (and every category above it),
   * `condition=new`, `shipping=free`, `BRAND=60249`.
   */
  keys: readonly string[];
  /** Texts by field, each with a weight of its own (BM25F). */
  fields: { title: string; brandAndModel: string; attributes: string; category: string };
}

export interface IndexQuery {
  siteId: string;
  text?: string | undefined;
  /** All must be among the item's keys. */
  keys: readonly string[];
  price?: { from: number | undefined; to: number | undefined } | undefined;
  sellerId?: number | undefined;
  /** Key of the category that the text is probably about: its items rank higher. */
  predicted?: string | undefined;
}

export type IndexSort = "relevance" | "price_asc" | "price_desc";

export interface Found {
  /** Exact. */
  total: number;
  /** The page, in the order of the search; equal ranks: the newest first. */
  numbers: number[];
  /** Number of matches per key, exact. */
  keys: Record<string, number>;
  /** Up to three price ranges with a third of the priced matches each; counts are exact. */
  prices: { from: number | undefined; to: number | undefined; results: number }[];
}

export interface SearchIndex {
  /** Applies changes in order and remembers `cursor`; the same change may come twice. */
  apply(changes: { put: readonly IndexedItem[]; remove: readonly number[]; cursor: string }): Promise<void>;
  search(query: IndexQuery, page: { sort: IndexSort; offset: number; limit: number }): Promise<Found>;
  /**
   * Matches without facets by number, newest first, below `before`: for scroll ids. The total is that of all
   * matches, and may be left out of blocks that have `before`.
   */
  scan(
    query: IndexQuery,
    page: { before: number | undefined; limit: number },
  ): Promise<{ total: number | undefined; numbers: number[] }>;
  /** The last cursor applied; `undefined` when the index is empty and must be built. */
  cursor(): string | undefined;
  /** Writes a snapshot (embedded: a file under its folder, whole or not at all). */
  save(): Promise<void>;
  health(): { items: number; bytes: number; cursor: string | undefined };
  close(): Promise<void>;
}
