import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { Cause, Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import type { NewOrder } from "./order.ts";

/** One line of a purchase. */
export interface Line {
  id: string;
  quantity: number;
}

type StockFault = Extract<Awaited<ReturnType<CatalogRpc["takeStock"]>>, { taken: false }>["faults"][number];
type Reason = StockFault["reason"] | "own_item";

/** What stands against the lines, before any stock is touched; catalog-service decides again when it takes the stock. */
export function faultsOf(lines: readonly Line[], items: readonly ItemSummary[], buyerId: number): Fault[] {
  const known = new Map(items.map((item) => [item.id, item]));
  return lines.flatMap(({ id, quantity }) => {
    const reason = reasonAgainst(known.get(id), quantity, buyerId);
    return reason ? [{ itemId: id, reason }] : [];
  });
}

export interface Fault {
  itemId: string;
  reason: Reason;
}

function reasonAgainst(item: ItemSummary | undefined, quantity: number, buyerId: number): Reason | undefined {
  if (!item) return "not_found";
  if (item.seller_id === buyerId) return "own_item";
  if (item.status !== "active") return "not_active";
  return item.available_quantity < quantity ? "insufficient" : undefined;
}

const words = {
  not_found: problems.item_not_found,
  own_item: problems.own_item,
  not_active: problems.item_not_active,
  insufficient: problems.stock_insufficient,
} as const;

/** The refusal of a purchase: the first fault says its status, `cause` has one entry per faulty item. */
export function refusal(faults: readonly Fault[], lines: readonly Line[]): Problem {
  const cause = faults.map(({ itemId, reason }): Cause => {
    const { message } = words[reason]({ id: itemId });
    const index = lines.findIndex(({ id }) => id === itemId);
    return { code: reason, message, references: [`body.items[${index}]`] };
  });
  const [first] = faults;
  // A key that was spent by a cancellation takes nothing, and names no item.
  if (!first) return problems.stock_insufficient({ id: lines[0]?.id ?? "" });
  return words[first.reason]({ id: first.itemId }, { cause });
}

/** The orders of a purchase, by seller: those of one seller that bought more than one item share a pack. */
export function ordersBySeller(
  lines: readonly Line[],
  items: readonly ItemSummary[],
  { buyerId, at }: { buyerId: number; at: Date },
): NewOrder[][] {
  const known = new Map(items.map((item) => [item.id, item]));
  const orders = lines.flatMap(({ id, quantity }): NewOrder[] => {
    const item = known.get(id);
    return item ? [newOrder(item, { quantity, buyerId, createdAt: at })] : [];
  });
  return [...Map.groupBy(orders, ({ sellerId }) => sellerId).values()];
}

const newOrder = (
  item: ItemSummary,
  sale: Pick<NewOrder, "quantity" | "buyerId" | "createdAt">,
): NewOrder => ({
  ...sale,
  siteId: item.site_id,
  sellerId: item.seller_id,
  itemId: item.id,
  unitPrice: item.price,
  currencyId: item.currency_id,
  logisticType: item.shipping.logistic_type,
  selfService: item.shipping.tags.includes("self_service_in"),
});
