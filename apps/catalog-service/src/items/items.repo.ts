import type { CatalogDatabase } from "@marketplace/database/catalog";
import { problems } from "../problems.ts";
import type { Item } from "./item.ts";
import { type ItemRow, itemOf, numberOf } from "./item-row.ts";
import { itemOfStored, type StoredItem, stored } from "./items.sql.ts";

export interface ItemsRepo {
  find(id: string): Promise<Item | undefined>;
  /** The item, or 404 `Item with id <id> not found`. */
  get(id: string): Promise<Item>;
  /** Those that exist, in no particular order. */
  list(ids: readonly string[]): Promise<Item[]>;
  /** Items by the numbers of their ids, in the given order, without their descriptions; missing ones are left out. */
  byNumbers(numbers: readonly number[]): Promise<Item[]>;
  /** The item, locked until the present transaction ends. */
  lock(id: string): Promise<Item | undefined>;
  /** Locks items in the order of their ids, so that two purchases cannot deadlock. */
  lockAll(ids: readonly string[]): Promise<Item[]>;
  nextNumber(): Promise<number>;
  insert(item: Item): Promise<void>;
  /** Stores everything that may change and counts the version up. */
  update(item: Item): Promise<Item>;
  hasActiveMe2(sellerId: number): Promise<boolean>;
}

export function itemsRepo(db: CatalogDatabase): ItemsRepo {
  const list = async (ids: readonly string[]): Promise<Item[]> =>
    (await db.query<StoredItem>(stored.many, [[...ids]])).map(itemOfStored);
  const find = async (id: string): Promise<Item | undefined> => {
    const [row] = await db.query<StoredItem>(stored.one, [id]);
    return row && itemOfStored(row);
  };
  const lockAll = async (ids: readonly string[]): Promise<Item[]> => {
    await db.current().$queryRaw`SELECT id FROM items WHERE id = ANY (${[...ids]}) ORDER BY id FOR UPDATE`;
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
      const where = { no: { in: numbers.map(BigInt) } };
      const rows = await db.current().item.findMany({ where, omit: { description: true } });
      const byNumber = new Map(rows.map((row) => [Number(row.no), itemOf({ ...row, description: "" })]));
      return numbers.map((number) => byNumber.get(number)).filter((item) => item !== undefined);
    },
    lockAll,
    lock: async (id) => (await lockAll([id]))[0],
    async nextNumber() {
      const rows = await db.current().$queryRaw<{ no: number }[]>`SELECT nextval('item_numbers') AS no`;
      const [row] = rows;
      if (!row) throw new Error("the sequence of item numbers gave nothing");
      return row.no;
    },
    async insert(item) {
      await db.current().item.create({ data: { ...columnsOf(item), id: item.id, no: numberOf(item.id) } });
    },
    async update({ version, ...item }) {
      const data = { ...columnsOf({ ...item, version: version + 1 }) };
      return itemOf(await db.current().item.update({ where: { id: item.id }, data }));
    },
    async hasActiveMe2(sellerId) {
      const where = { sellerId: BigInt(sellerId), status: "active", shippingMode: "me2" };
      return (await db.current().item.findFirst({ where, select: { id: true } })) !== null;
    },
  };
}

type Columns = Omit<ItemRow, "id" | "no" | "price" | "pictures" | "attributes"> & {
  price: number | null;
  pictures: object[];
  attributes: object[];
};

const columnsOf = ({ id: _, ...item }: Item): Columns => ({ ...item, sellerId: BigInt(item.sellerId) });
