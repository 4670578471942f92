import { createCache } from "@marketplace/cache";
import { strongETag } from "@marketplace/conventions";
import { batchingByIds } from "@marketplace/database";
import { type CatalogDatabase, Prisma } from "@marketplace/database/catalog";
import type { Metrics } from "@marketplace/telemetry";
import { selectList } from "../columns.sql.ts";
import type { Links } from "../pictures/picture-links.rules.ts";
import { problems } from "../problems.ts";
import type { Item } from "./items.schema.ts";
import { itemWire } from "./items.service.ts";

/** The body and the ETag of `GET /items/{id}`. */
export interface ItemResponse {
  text: string;
  etag: string;
}

/** The response of an item, or 404 `Item with id <id> not found`. */
export type ItemResponsesRepo = (id: string) => Promise<ItemResponse>;

/** A row as JSON, where timestamps are text. */
type JsonItem = Omit<Item, "dateCreated" | "lastUpdated" | "closedAt"> &
  Record<"dateCreated" | "lastUpdated", string> & { closedAt: string | null };

interface Row {
  id: string;
  tag: string;
  /** `null` when the cached response has this tag. */
  item: JsonItem | null;
}

/** Changes with every UPDATE of the row. */
const rowTag = "items.xmin::text || '.' || version";

const { no: _, ...fields } = Prisma.ItemScalarFieldEnum;

const readUnlessCached = `
  SELECT id, ${rowTag} AS tag,
    CASE WHEN ${rowTag} = cached_tag THEN NULL
      ELSE (SELECT to_json(item) FROM (SELECT ${selectList(Object.values(fields))}) AS item) END AS item
  FROM unnest($1::text[], $2::text[]) AS asked (item_id, cached_tag) JOIN items ON id = item_id`;

type CachedResponse = ItemResponse & { tag: string };

/** About 8,000 items of 4 KB. */
const maxBytes = 64 * 1024 * 1024;

/** What an entry costs beside its text, roughly. */
const overhead = 300;

interface ItemResponsesOptions {
  links: Links;
  metrics?: Pick<Metrics, "cache">;
}

/**
 * LRU cache of serialized items, revalidated at every read as an HTTP cache does with If-None-Match: one
 * batched statement compares the tags of the rows and returns only the rows that have changed. Responses are
 * never stale.
 */
export function createItemResponsesRepo(
  db: CatalogDatabase,
  { links, metrics }: ItemResponsesOptions,
): ItemResponsesRepo {
  const cache = createCache<string, CachedResponse>({
    name: "item-responses",
    metrics,
    maxEntries: 10_000,
    maxBytes,
    // A text with one character above U+00FF has two bytes for each.
    sizeOf: ({ text }) => 2 * text.length + overhead,
  });
  const readAll = async (ids: readonly string[]): Promise<ReadonlyMap<string, ItemResponse>> => {
    // A parallel read may replace an entry meanwhile; `null` refers to the tags sent here.
    const cached = new Map(ids.map((id) => [id, cache.get(id)]));
    const rows = await db.query<Row>(readUnlessCached, [ids, ids.map((id) => cached.get(id)?.tag ?? "")]);
    const responses = new Map<string, ItemResponse>();
    for (const { id, tag, item } of rows) {
      const response = item === null ? cached.get(id) : { ...responseOf(item, links), tag };
      if (!response) throw new Error("a row without a cached response came without its item");
      if (item !== null) cache.set(id, { ...response, tag });
      responses.set(id, response);
    }
    return responses;
  };
  const read = batchingByIds(db, readAll, { concurrency: 2 });
  return async (id) => {
    const [response] = await read([id]);
    if (!response) throw problems.item_not_found({ id });
    return response;
  };
}

function responseOf({ dateCreated, lastUpdated, closedAt, ...item }: JsonItem, links: Links): ItemResponse {
  const dates = {
    dateCreated: new Date(dateCreated),
    lastUpdated: new Date(lastUpdated),
    closedAt: closedAt === null ? null : new Date(closedAt),
  };
  const text = JSON.stringify(itemWire({ ...item, ...dates }, links));
  return { text, etag: strongETag(text) };
}
