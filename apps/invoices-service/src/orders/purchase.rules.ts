import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { Cause, Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import type { NewOrder } from "./orders.repo.ts";

/** One line of a purchase. */
export interface Line {
  id: string;
  quantity: number;
}

type StockIssue = Extract<Awaited<ReturnType<CatalogRpc["takeStock"]>>, { taken: false }>["faults"][number];
type Reason = StockIssue["reason"] | "own_item";

/** Why a line cannot be bought. */
export interface LineIssue {
  itemId: string;
  reason: Reason;
}

/** Issues of the lines, before any stock is taken. catalog-service checks again when it takes the stock. */
export function issuesOf(
  lines: readonly Line[],
  items: readonly ItemSummary[],
  buyerId: number,
): LineIssue[] {
  const known = new Map(items.map((item) => [item.id, item]));
  return lines.flatMap(({ id, quantity }) => {
    const reason = reasonAgainst(known.get(id), quantity, buyerId);
    return reason ? [{ itemId: id, reason }] : [];
  });
}

function reasonAgainst(item: ItemSummary | undefined, quantity: number, buyerId: number): Reason | undefined {
  if (!item) return "not_found";
  if (item.seller_id === buyerId) return "own_item";
  if (item.status !== "active") return "not_active";
  return item.available_quantity < quantity ? "insufficient" : undefined;
}

const problemOf = {
  not_found: problems.item_not_found,
  own_item: problems.own_item,
  not_active: problems.item_not_active,
  insufficient: problems.stock_insufficient,
} as const;

/** The problem of a purchase: the first issue decides the status, and `cause` has one entry per issue. */
export function purchaseProblem(issues: readonly LineIssue[], lines: readonly Line[]): Problem {
  const cause = issues.map(({ itemId, reason }): Cause => {
    const { message } = problemOf[reason]({ id: itemId });
    const index = lines.findIndex(({ id }) => id === itemId);
    return { code: reason, message, references: [`body.items[${index}]`] };
  });
  const [first] = issues;
  // A key that a cancellation has used takes no stock and names no item.
  if (!first) return problems.stock_insufficient({ id: lines[0]?.id ?? "" });
  return problemOf[first.reason]({ id: first.itemId }, { cause });
}

/** The orders of a purchase, grouped by seller. */
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
