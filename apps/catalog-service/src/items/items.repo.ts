import { requestScope } from "@marketplace/conventions";
import { toId } from "@marketplace/database";
import { type CatalogDatabase, Prisma } from "@marketplace/database/catalog";
import type { OccurredEvent, Outbox } from "@marketplace/events";
import type { DueRange, DueRow } from "@marketplace/server";
import { selectList } from "../columns.sql.ts";
import { problems } from "../problems.ts";
import type { StoredVariation } from "../variations/variations.schema.ts";
import type { StoredAttribute } from "./item-attributes.schema.ts";
import type { Item, ItemRow, ItemStatus, NewItem, PictureRef } from "./items.schema.ts";
import type { StoredFields } from "./stored-fields.schema.ts";

/** A place in the items by when they end. */
export interface ItemEnd {
  stopTime: Date;
  id: string;
}

export interface ItemsRepo {
  find(id: string): Promise<Item | undefined>;
  /** The item, or 404 `Item with id <id> not found`. */
  get(id: string): Promise<Item>;
  /** Those that exist, in no particular order. */
  list(ids: readonly string[]): Promise<Item[]>;
  /** Items by the numbers in their ids, in this order, without descriptions; missing ones are left out. */
  byNumbers(numbers: readonly number[]): Promise<Item[]>;
  /** Reads the item and locks it until the transaction ends. */
  lock(id: string): Promise<Item | undefined>;
  /** Locks items in the order of their ids, so that two purchases cannot deadlock. */
  lockAll(ids: readonly string[]): Promise<Item[]>;
  /** The items whose time ends within a range. */
  ending(range: DueRange): Promise<DueRow[]>;
  /**
   * Locks the next of the items that are not closed, and whose end is not after `now`; skips locked ones.
   * Gives where to go on; `undefined` after the last.
   */
  lockExpired(wanted: { now: Date; after: ItemEnd | undefined; limit: number }): Promise<{
    items: Item[];
    next: ItemEnd | undefined;
  }>;
  /** Stores items with their events, all or none, and returns their ids in the same order. */
  create(items: readonly NewItem[]): Promise<string[]>;
  /** Stores every column, increments the version and records the event; call it in a transaction. */
  update(item: Item): Promise<Item>;
  hasActiveMe2(sellerId: number): Promise<boolean>;
}

/** Subscribers hear of an item's creation and of each change (decisions 2.3, topic items). */
const eventOf = (id: string, { sellerId, lastUpdated }: NewItem): OccurredEvent => ({
  topic: "items",
  resource: `/items/${id}`,
  userId: sellerId,
  occurredAt: lastUpdated,
});

// The index items_open_stop_time_idx is made of the same expressions.
const stopTime = "item_stop_time(closed_at, listing_type_id, date_created)";
export const lockExpired = `
  SELECT id, ${stopTime} AS "stopTime" FROM items
  WHERE status <> 'closed' AND ${stopTime} <= $1::timestamptz AND (${stopTime}, id) > ($2::timestamptz, $3)
  ORDER BY ${stopTime}, id LIMIT $4 FOR UPDATE SKIP LOCKED`;
export const beforeFirst: ItemEnd = { stopTime: new Date(0), id: "" };

const endingWithin = `
  SELECT ${stopTime} AS at, '/items/' || id AS id FROM items
  WHERE status <> 'closed' AND ${stopTime} > $1::timestamptz AND ${stopTime} <= $2::timestamptz
  ORDER BY ${stopTime}, id COLLATE "C" LIMIT $3`;

/** A row of `byNumbers`, where NUMERIC is text. */
type PricedAsText = Omit<Item, "price"> & { price: string | null };

const { no: _no, description: _description, ...shown } = Prisma.ItemScalarFieldEnum;
// Not through Prisma, which takes five times as long for a page of results.
const byNumbers = `
  SELECT ${selectList(Object.values(shown))}, '' AS description
  FROM unnest($1::bigint[]) WITH ORDINALITY AS asked (number, place) JOIN items ON no = number ORDER BY place`;

export function createItemsRepo(
  db: CatalogDatabase,
  outbox: Pick<Outbox, "record" | "recordingEach">,
): ItemsRepo {
  const list = async (ids: readonly string[]): Promise<Item[]> =>
    (await db.current().item.findMany({ where: { id: { in: [...ids] } } })).map(itemOf);
  const find = async (id: string): Promise<Item | undefined> => {
    const row = await db.current().item.findUnique({ where: { id } });
    return row ? itemOf(row) : undefined;
  };
  const lockAll = async (ids: readonly string[]): Promise<Item[]> => {
    await db.query("SELECT id FROM items WHERE id = ANY ($1) ORDER BY id FOR UPDATE", [[...ids]]);
    return list(ids);
  };
  return {
    find,
    async get(id) {
      const item = await find(id);
      if (!item) throw problems.item_not_found({ id });
      return item;
    },
    list,
    async byNumbers(numbers) {
      const rows = await db.query<PricedAsText>(byNumbers, [numbers]);
      return rows.map((row) => ({ ...row, price: row.price === null ? null : Number(row.price) }));
    },
    lockAll,
    ending: ({ after, until, limit }) => db.query<DueRow>(endingWithin, [after, until, limit]),
    async lockExpired({ now, after = beforeFirst, limit }) {
      const rows = await db.query<ItemEnd>(lockExpired, [now, after.stopTime, after.id, limit]);
      const expired = await list(rows.map(({ id }) => id));
      return { items: expired, next: rows.length < limit ? undefined : rows.at(-1) };
    },
    lock: async (id) => (await lockAll([id]))[0],
    async create(items) {
      const rows = await numbered(db, items);
      const inserted = {
        statement: insertWithEvents,
        values: [jsonOf(rows), requestScope()?.requestId ?? null],
      };
      await db.change([inserted, outbox.recordingEach("items", "change_0")]);
      return rows.map(({ id }) => id);
    },
    async update({ id, version, ...item }) {
      const data = { ...columnsOf(item), version: version + 1 };
      await outbox.record(eventOf(id, item));
      return itemOf(await db.current().item.update({ where: { id }, data }));
    },
    async hasActiveMe2(sellerId) {
      const where = { sellerId: BigInt(sellerId), status: "active", shippingMode: "me2" };
      return (await db.current().item.findFirst({ where, select: { id: true } })) !== null;
    },
  };
}

/** Rows of one INSERT. */
const batchSize = 1_000;

const nextNumbers = "SELECT nextval('item_numbers') AS no FROM generate_series(1, $1)";

const columns = `id, no, site_id, seller_id, category_id, domain_id, title, price, currency_id, initial_quantity,
  available_quantity, sold_quantity, buying_mode, listing_type_id, condition, pictures, attributes, variations,
  sale_terms,
  seller_custom_field, other_fields, description, video_id, shipping_mode, logistic_type, free_shipping,
  local_pick_up, shipping_tags, status, sub_status, date_created, last_updated, closed_at, parent_item_id, version`;
// One parameter for all rows: Prisma's createMany spends more time on its own than Postgres on the rows.
const insert = `INSERT INTO items (${columns})
  SELECT ${columns} FROM json_populate_recordset(NULL::items, $1::json)`;
const insertWithEvents = `${insert}
  RETURNING '/items/' || id AS resource, seller_id AS user_id, last_updated AS occurred_at, $2::text AS request_id`;

/** Inserts items without events, as a seed does, and returns their ids in the same order. */
export async function insertItems(db: CatalogDatabase, items: readonly NewItem[]): Promise<string[]> {
  const rows = await numbered(db, items);
  await insertNumberedItems(db, rows);
  return rows.map(({ id }) => id);
}

/** Inserts items under ids of their own, without events. */
export async function insertNumberedItems(db: CatalogDatabase, rows: readonly NumberedItem[]): Promise<void> {
  for (let from = 0; from < rows.length; from += batchSize)
    await db.execute(insert, [jsonOf(rows.slice(from, from + batchSize))]);
}

type NumberedItem = NewItem & { id: string; no: number };

async function numbered(db: CatalogDatabase, items: readonly NewItem[]): Promise<NumberedItem[]> {
  const numbers = await db.query<{ no: number }>(nextNumbers, [items.length]);
  return items.flatMap((item, index) => {
    const no = numbers[index]?.no;
    return no === undefined ? [] : [{ ...item, id: `${item.siteId}${no}`, no }];
  });
}

/** Rows as JSON, by the names of their columns. */
const jsonOf = (rows: readonly NumberedItem[]): string =>
  JSON.stringify(
    rows.map((row) => ({
      id: row.id,
      no: row.no,
      site_id: row.siteId,
      seller_id: row.sellerId,
      category_id: row.categoryId,
      domain_id: row.domainId,
      title: row.title,
      price: row.price,
      currency_id: row.currencyId,
      initial_quantity: row.initialQuantity,
      available_quantity: row.availableQuantity,
      sold_quantity: row.soldQuantity,
      buying_mode: row.buyingMode,
      listing_type_id: row.listingTypeId,
      condition: row.condition,
      pictures: row.pictures,
      attributes: row.attributes,
      variations: row.variations,
      sale_terms: row.saleTerms,
      seller_custom_field: row.sellerCustomField,
      other_fields: row.otherFields,
      description: row.description,
      video_id: row.videoId,
      shipping_mode: row.shippingMode,
      logistic_type: row.logisticType,
      free_shipping: row.freeShipping,
      local_pick_up: row.localPickUp,
      shipping_tags: row.shippingTags,
      status: row.status,
      sub_status: row.subStatus,
      date_created: row.dateCreated,
      last_updated: row.lastUpdated,
      closed_at: row.closedAt,
      parent_item_id: row.parentItemId,
      version: 1,
    })),
  );

const columnsOf = <T extends NewItem>(item: T) => ({
  ...item,
  sellerId: BigInt(item.sellerId),
  // Prisma takes objects as JSON, but not interfaces.
  pictures: item.pictures as object[],
  attributes: item.attributes as object[],
  variations: item.variations as object[],
  saleTerms: item.saleTerms as object[],
});

/** Narrows the types of a row. */
export const itemOf = ({ no: _, ...row }: ItemRow): Item => ({
  ...row,
  sellerId: toId(row.sellerId),
  price: row.price === null ? null : row.price.toNumber(),
  // The JSON columns and the status hold what this service wrote.
  pictures: row.pictures as unknown as PictureRef[],
  attributes: row.attributes as unknown as StoredAttribute[],
  variations: row.variations as unknown as StoredVariation[],
  saleTerms: row.saleTerms as unknown as StoredAttribute[],
  otherFields: row.otherFields as Partial<StoredFields>,
  status: row.status as ItemStatus,
});
