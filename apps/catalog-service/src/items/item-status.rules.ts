import type { Item, ItemStatus } from "./items.schema.ts";
import { listingEnd } from "./listing-end.rules.ts";

/** Paused until there is stock again. */
export const outOfStock = "out_of_stock";
/** Paused until the seller activates it. */
export const pausedBySeller = "paused_by_seller";
/** A closed item that searches of its seller do not find. */
export const deletedItem = "deleted";
/** Closed because its time was over. */
export const expiredItem = "expired";

export type State = Pick<Item, "status" | "subStatus" | "closedAt">;
type Stocked = State & Pick<Item, "availableQuantity">;

/** Whether stock alone makes it active. */
export const isSoldOut = ({ status, subStatus }: Pick<Item, "status" | "subStatus">): boolean =>
  status === "paused" && subStatus.includes(outOfStock);

interface Wish {
  /** `undefined`: stays as it is. */
  status: ItemStatus | undefined;
  /** The `sub_status` that was sent, which tells a pause that was read and sent back from a new one. */
  subStatus?: unknown;
  at: Date;
}

/** The state of an item after its seller's wish, with the stock that it has then. */
export function stateAfter(item: Stocked, { status = item.status, subStatus, at }: Wish): State {
  if (status === "closed") return item.status === "closed" ? stateOf(item) : closed(at);
  if (status === "under_review") return { status, subStatus: [], closedAt: null };
  const isSentBack = Array.isArray(subStatus) && subStatus.includes(outOfStock);
  const byHand = status === "paused" && !(isSoldOut(item) && isSentBack);
  return onSale({ paused: byHand, stock: item.availableQuantity });
}

/** The state of an item whose stock changed, by a sale or its seller; nothing else was wished. */
export const stateWithStock = (item: Stocked): State =>
  item.status === "active" || isSoldOut(item)
    ? onSale({ paused: false, stock: item.availableQuantity })
    : stateOf(item);

/** The state of an item whose time is over: closed since then. */
export const stateExpired = ({
  dateCreated,
  listingTypeId,
}: Pick<Item, "dateCreated" | "listingTypeId">): State => ({
  status: "closed",
  subStatus: [expiredItem],
  closedAt: listingEnd(dateCreated, listingTypeId),
});

const stateOf = ({ status, subStatus, closedAt }: Stocked): State => ({ status, subStatus, closedAt });
const closed = (at: Date): State => ({ status: "closed", subStatus: [], closedAt: at });

function onSale({ paused, stock }: { paused: boolean; stock: number }): State {
  if (paused) return { status: "paused", subStatus: [pausedBySeller], closedAt: null };
  return stock > 0
    ? { status: "active", subStatus: [], closedAt: null }
    : { status: "paused", subStatus: [outOfStock], closedAt: null };
}
