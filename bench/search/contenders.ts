import {
  createEmbeddedIndex,
  type Found,
  type IndexedItem,
  priceRanges,
  type SearchIndex,
} from "@marketplace/search-index";
import { languages } from "@marketplace/search-index/languages";
import { createOpenSearchIndex } from "@marketplace/search-index/opensearch";
import { fold } from "@marketplace/search-index/words";
import { create, insertMultiple, search } from "@orama/orama";
import MiniSearch from "minisearch";

/** An index in this process that answers a page of 50 with totals, facets and price ranges. */
export interface Contender {
  put(items: readonly IndexedItem[]): Promise<void>;
  remove?(numbers: readonly number[]): Promise<void>;
  find(text: string): Promise<Found>;
  save?(): Promise<void>;
  /** What it has on disk, if it is not in memory. */
  bytesOnDisk?(): number;
  /** Leaves nothing on a server. */
  close?(): Promise<void>;
}

const limit = 50;
const { stem } = languages.es;

const settingsOf = () => ({ language: "es" as const });

/** Copies of sites, which go on beside changes, count as part of these. */
export function ours(folder: string): Contender {
  const index = createEmbeddedIndex({ folder, settingsOf });
  const apply: SearchIndex["apply"] = async (changes) => {
    await index.apply(changes);
    await index.settled();
  };
  return contenderOf({ ...index, apply });
}

/** The driver for the server at this URL, in indices of its own. */
export function openSearch(url: string): Contender {
  const prefix = `bench-${Date.now()}`;
  const index = createOpenSearchIndex({ nodes: [url], prefix, replicas: 0, timeoutMs: 60_000, settingsOf });
  return {
    ...contenderOf(index),
    bytesOnDisk: () => index.health().bytes,
    async close() {
      await index.close();
      await fetch(`${url}/${prefix}-*`, { method: "DELETE" });
    },
  };
}

function contenderOf(index: SearchIndex): Contender {
  return {
    put: (put) => index.apply({ put, remove: [], cursor: `${put.at(-1)?.no}` }),
    remove: (remove) => index.apply({ put: [], remove, cursor: "later" }),
    find: (text) => index.search({ siteId: "MLA", text, keys: [] }, { sort: "relevance", offset: 0, limit }),
    save: () => index.save(),
  };
}

/** Neither corrections nor filling up, which cost more. Facets are counted from a map of the items. */
export function miniSearch(): Contender {
  const items = new Map<number, Pick<IndexedItem, "keys" | "price">>();
  const index = new MiniSearch<{ id: number }>({
    fields: ["title", "brandAndModel", "attributes", "category"],
    processTerm: (term) => stem(fold(term)),
    searchOptions: { combineWith: "AND", boost: { title: 2, brandAndModel: 1.2, attributes: 0.7 } },
  });
  return {
    put: async (more) => {
      index.addAll(more.map(({ no, fields }) => ({ id: no, ...fields })));
      for (const { no, keys, price } of more) items.set(no, { keys, price });
    },
    find: async (text) => {
      const found = index.search(text);
      const keys: Found["keys"] = {};
      const prices: number[] = [];
      for (const { id } of found) {
        const item = items.get(id);
        for (const key of item?.keys ?? []) keys[key] = (keys[key] ?? 0) + 1;
        if (typeof item?.price === "number") prices.push(item.price);
      }
      return {
        total: found.length,
        numbers: found.slice(0, limit).map(({ id }) => id),
        keys,
        prices: priceRanges(Float64Array.from(prices)),
      };
    },
  };
}

/** Its facets of numbers need ranges that are known before, so there are no price ranges. */
export function orama(): Contender {
  const index = create({
    schema: {
      title: "string",
      brandAndModel: "string",
      attributes: "string",
      category: "string",
      keys: "enum[]",
    },
    components: { tokenizer: { language: "spanish", stemming: true, stemmer: (word) => stem(fold(word)) } },
  });
  return {
    put: async (more) => {
      await insertMultiple(
        index,
        more.map(({ no, keys, fields }) => ({ id: String(no), ...fields, keys: [...keys] })),
      );
    },
    find: async (term) => {
      const properties = ["title", "brandAndModel", "attributes", "category"] as const;
      const boost = { title: 2, brandAndModel: 1.2, attributes: 0.7 };
      const facets = { keys: { limit: 100_000 } };
      const found = await search(index, {
        term,
        properties: [...properties],
        boost,
        threshold: 0,
        limit,
        facets,
      });
      return {
        total: found.count,
        numbers: found.hits.map(({ id }) => Number(id)),
        keys: found.facets?.keys?.values ?? {},
        prices: [],
      };
    },
  };
}
