import { toId } from "@marketplace/database";
import type { Prisma } from "@marketplace/database/catalog";
import type { Item, PictureRef } from "./item.ts";
import type { ItemAttribute, ItemStatus } from "./items.schema.ts";

export type ItemRow = Prisma.ItemGetPayload<object>;

/** The number in an item's id: `MLA1400000019` is 1400000019. */
export const numberOf = (id: string): bigint => BigInt(id.slice(3));

/** A row as the service speaks of it. */
export function itemOf({ no: _, ...row }: ItemRow): Item {
  return {
    ...row,
    sellerId: toId(row.sellerId),
    price: row.price === null ? null : row.price.toNumber(),
    // The JSON columns and the status hold what this service wrote.
    pictures: row.pictures as unknown as PictureRef[],
    attributes: row.attributes as ItemAttribute[],
    status: row.status as ItemStatus,
  };
}
