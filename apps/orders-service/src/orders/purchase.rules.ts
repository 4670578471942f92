import type { CatalogRpc, ItemSummary } from "@marketplace/contracts";
import type { Caller, Cause, Problem } from "@marketplace/conventions";
import { problems } from "../problems.ts";

/** One line of a purchase. */
export interface Line {
  id: string;
  /** Of an item with variations. */
  variation_id?: number | undefined;
  quantity: number;
}

type StockIssue = Extract<Awaited<ReturnType<CatalogRpc["takeStock"]>>, { taken: false }>["faults"][number];
type Reason =
  | StockIssue["reason"]
  | "own_item"
  | "other_site"
  | "too_expensive"
  | "without_price"
  | "buying_not_allowed"
  | "variation_needed"
  | "variation_unknown";

/** Why a line cannot be bought. */
export interface LineIssue {
  itemId: string;
  variationId?: number | undefined;
  reason: Reason;
}

/** The issue that catalog-service found when it was to take the stock. */
export const issueOfFault = ({ item_id, variation_id, reason, variation }: StockIssue): LineIssue => ({
  itemId: item_id,
  variationId: variation_id,
  reason: variation ? `variation_${variation}` : reason,
});

type Buyer = Pick<Caller, "userId" | "siteId">;

/** Issues of the lines, before any stock is taken. catalog-service checks again when it takes the stock. */
export function issuesOf(lines: readonly Line[], items: readonly ItemSummary[], buyer: Buyer): LineIssue[] {
  const known = new Map(items.map((item) => [item.id, item]));
  return lines.flatMap((line) => {
    const reason = reasonAgainst(known.get(line.id), line, buyer);
    return reason ? [{ itemId: line.id, variationId: line.variation_id, reason }] : [];
  });
}

/** Above this, amounts are not exact any more. */
const highestTotal = 9_999_999_999_999;

function reasonAgainst(item: ItemSummary | undefined, line: Line, buyer: Buyer): Reason | undefined {
  if (!item) return "not_found";
  if (item.seller_id === buyer.userId) return "own_item";
  if (item.site_id !== buyer.siteId) return "other_site";
  if (item.buying_allowed === false) return "buying_not_allowed";
  if (item.price <= 0) return "without_price";
  if (item.price * line.quantity > highestTotal) return "too_expensive";
  const isSoldOut = item.sub_status?.includes("out_of_stock") ?? false;
  if (item.status !== "active" && !isSoldOut) return "not_active";
  const { variations = [] } = item;
  const isChosen = line.variation_id !== undefined;
  if (!isChosen && variations.length > 0) return "variation_needed";
  const chosen = variations.find(({ id }) => id === line.variation_id);
  if (isChosen && !chosen) return "variation_unknown";
  return isSoldOut || (chosen ?? item).available_quantity < line.quantity ? "insufficient" : undefined;
}

const problemOf = {
  not_found: problems.item_not_found,
  own_item: problems.own_item,
  other_site: problems.item_of_other_site,
  too_expensive: problems.total_too_high,
  without_price: problems.item_without_price,
  buying_not_allowed: problems.buying_not_allowed,
  not_active: problems.item_not_active,
  insufficient: problems.stock_insufficient,
  variation_needed: problems.variation_needed,
  variation_unknown: problems.variation_unknown,
} as const;

/** The problem of a purchase: the first issue decides the status, and `cause` has one entry per issue. */
export function purchaseProblem(issues: readonly LineIssue[], lines: readonly Line[]): Problem {
  const cause = issues.map(({ itemId, variationId, reason }): Cause => {
    const { message } = problemOf[reason]({ id: itemId, variationId });
    const index = lines.findIndex((line) => line.id === itemId && line.variation_id === variationId);
    return { code: reason, message, references: [`body.items[${index}]`] };
  });
  const [first] = issues;
  // A key that a cancellation has used takes no stock and names no item.
  if (!first) return problems.stock_insufficient({ id: lines[0]?.id ?? "" });
  return problemOf[first.reason]({ id: first.itemId, variationId: first.variationId }, { cause });
}
