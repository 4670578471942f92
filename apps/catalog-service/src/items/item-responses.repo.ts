import { strongETag } from "@marketplace/conventions";
import { batchingByIds } from "@marketplace/database";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { problems } from "../problems.ts";
import type { Item } from "./item.ts";
import { itemWire } from "./item-wire.ts";
import { itemColumns } from "./items.sql.ts";

/** An item as it is sent, with the ETag of that text. */
export interface ItemText {
  text: string;
  etag: string;
}

/** Reads an item as it is sent, or 404 `Item with id <id> not found`. */
export type ItemTexts = (id: string) => Promise<ItemText>;

/** A row as JSON tells it: its moments are text. */
type JsonItem = Omit<Item, "dateCreated" | "lastUpdated"> & Record<"dateCreated" | "lastUpdated", string>;

interface Row {
  id: string;
  mark: string;
  /** `null` when the mark is the one that is known. */
  item: JsonItem | null;
}

/** Every UPDATE of a row changes it, whoever makes it. */
const mark = "items.xmin::text || '.' || version";

const unlessKnown = `SELECT id, ${mark} AS mark,
    CASE WHEN ${mark} = known THEN NULL ELSE (SELECT to_json(item) FROM (SELECT ${itemColumns}) AS item) END AS item
  FROM unnest($1::text[], $2::text[]) AS asked (item_id, known) JOIN items ON id = item_id`;

const mostTexts = 2_000;

/**
 * Keeps the texts of items that were read, the first ones dropped first. Each read asks Postgres whether the row is still
 * the same: nothing out of date is ever given, and only what changed is read and written anew.
 */
export function itemTexts(db: CatalogDatabase, webUrl: string): ItemTexts {
  const known = new Map<string, Known>();
  const keep = (id: string, fresh: Known): void => {
    known.delete(id);
    known.set(id, fresh);
    if (known.size > mostTexts) dropFirst(known);
  };
  const find = async (ids: readonly string[]): Promise<ReadonlyMap<string, ItemText>> => {
    // What is known may change until the answer is there, by another such read: each goes by what it asked with.
    const before = new Map(ids.map((id) => [id, known.get(id)]));
    const rows = await db.query<Row>(unlessKnown, [ids, ids.map((id) => before.get(id)?.mark ?? "")]);
    const found = new Map<string, ItemText>();
    for (const { id, mark, item } of rows) {
      const text = item === null ? before.get(id) : textOf(item, mark, webUrl);
      if (!text) throw new Error("a row without a known mark came without its item");
      if (item !== null) keep(id, text);
      found.set(id, text);
    }
    return found;
  };
  const read = batchingByIds(db, find, { concurrency: 2 });
  return async (id) => {
    const [text] = await read([id]);
    if (!text) throw problems.item_not_found({ id });
    return text;
  };
}

type Known = ItemText & { mark: string };

function textOf(item: JsonItem, mark: string, webUrl: string): Known {
  const text = JSON.stringify(itemWire(itemOfJson(item), webUrl));
  return { text, etag: strongETag(text), mark };
}

const itemOfJson = (item: JsonItem): Item => ({
  ...item,
  dateCreated: new Date(item.dateCreated),
  lastUpdated: new Date(item.lastUpdated),
});

function dropFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) return void map.delete(key);
}
