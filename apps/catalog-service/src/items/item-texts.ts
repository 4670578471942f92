import { strongETag } from "@marketplace/conventions";
import type { CatalogDatabase } from "@marketplace/database/catalog";
import { problems } from "../problems.ts";
import type { Item } from "./item.ts";
import { itemWire } from "./item-wire.ts";
import { itemColumns } from "./stored-item.ts";

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
  mark: string;
  /** `null` when the mark is the one that is known. */
  item: JsonItem | null;
}

/** Every UPDATE of a row changes it, whoever makes it. */
const mark = "xmin::text || '.' || version";

const unlessKnown = `SELECT ${mark} AS mark,
    CASE WHEN ${mark} = $2 THEN NULL ELSE (SELECT to_json(item) FROM (SELECT ${itemColumns}) AS item) END AS item
  FROM items WHERE id = $1`;

const mostTexts = 2_000;

/**
 * Keeps the texts of items that were read, the first ones dropped first. Each read asks Postgres whether the row is still
 * the same: nothing out of date is ever given, and only what changed is read and written anew.
 */
export function itemTexts(db: CatalogDatabase, webUrl: string): ItemTexts {
  const known = new Map<string, ItemText & { mark: string }>();
  return async (id) => {
    const present = known.get(id);
    const [row] = await db.query<Row>(unlessKnown, [id, present?.mark ?? ""]);
    if (!row) throw problems.item_not_found({ id });
    if (present && row.item === null) return present;
    if (row.item === null) throw new Error("a row without a known mark came without its item");
    const text = JSON.stringify(itemWire(itemOfJson(row.item), webUrl));
    const fresh = { text, etag: strongETag(text), mark: row.mark };
    known.delete(id);
    known.set(id, fresh);
    if (known.size > mostTexts) dropFirst(known);
    return fresh;
  };
}

const itemOfJson = (item: JsonItem): Item => ({
  ...item,
  dateCreated: new Date(item.dateCreated),
  lastUpdated: new Date(item.lastUpdated),
});

function dropFirst(map: Map<string, unknown>): void {
  for (const key of map.keys()) return void map.delete(key);
}
