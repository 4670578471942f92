import { type Caller, checkWindow, isOperator } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { ordersWire } from "../orders/orders-wire.service.ts";
import { problems } from "../problems.ts";
import { availableFilters, filtersOf, totalOf } from "./order-facets.rules.ts";
import { conditionsOf, type View } from "./order-filters.rules.ts";
import { type OrderSearchParams, type OrderSearchWire, sorts } from "./order-search.schema.ts";
import type { Perspective } from "./order-search.sql.ts";

interface Request {
  params: OrderSearchParams;
  view: View;
  caller: Caller;
}

/** Searches the caller's sales or purchases (spec: commerce.md 1.6). */
export async function searchOrders({ params, view, caller }: Request, deps: Deps): Promise<OrderSearchWire> {
  const { limit, offset, sort, q = "" } = params;
  checkWindow({ limit, offset });
  const { perspective, ...sides } = sidesOf(params, caller);
  const namedId = await userNamed(q.trim(), deps);
  const now = deps.clock.now();
  const conditions = conditionsOf({ params, view, ...sides, namedId, now });
  const { everywhere, identity } = deps;
  const [matches, groups] = await Promise.all([
    everywhere.orderSearch.page(conditions, { sort, perspective, limit, offset }),
    everywhere.orderSearch.groups(conditions),
  ]);
  const found = await everywhere.orders.findAll(matches.map(({ id }) => id));
  const orders = new Map(found.map((order) => [order.id, order]));
  return {
    query: q,
    results: await ordersWire(
      { ...everywhere, identity },
      matches.flatMap(({ id }) => orders.get(id) ?? []),
    ),
    sort: sorts.find(({ id }) => id === sort) ?? sorts[0],
    available_sorts: sorts.filter(({ id }) => id !== sort),
    filters: filtersOf(params),
    available_filters: availableFilters(groups, params),
    paging: { total: totalOf(groups), offset, limit },
    display: "complete",
  };
}

interface Sides {
  sellerId: number | undefined;
  buyerId: number | undefined;
  perspective: Perspective;
}

/** Whose orders: the caller is one of the sides. Operators may name any. */
function sidesOf({ seller, buyer }: OrderSearchParams, caller: Caller): Sides {
  const idOf = (side: string | undefined) =>
    side === undefined ? undefined : side === "me" ? caller.userId : Number(side);
  const buyerId = idOf(buyer);
  const sellerId = idOf(seller) ?? (buyerId === undefined ? caller.userId : undefined);
  const isSide = sellerId === caller.userId || buyerId === caller.userId;
  if (!isSide && !isOperator(caller)) throw problems.caller_not_matching();
  const isBuyer = buyerId !== undefined && (sellerId === undefined || buyerId === caller.userId);
  return { sellerId, buyerId, perspective: isBuyer ? "buyer" : "seller" };
}

/** The user whose nickname the text is: 2 characters or more, which may be several words, or digits. */
const userNamed = (text: string, { identity }: Deps): Promise<number | null> =>
  text.length >= 2 && text.length <= 100 ? identity.userIdOf({ nickname: text }) : Promise.resolve(null);
