import { type Caller, common } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { assertOwnOrOperator } from "./own-records.service.ts";
import { appliedFilters, narrowingFilters } from "./seller-filters.rules.ts";
import { defaultOrder, orders, type SellerItemsParams, type SellerItemsWire } from "./seller-items.schema.ts";
import type { SellerItemsFilter } from "./seller-items.sql.ts";

interface Asked {
  sellerId: number;
  caller: Caller;
  params: SellerItemsParams;
}

type SearchDeps = Pick<Deps, "sellerItems" | "scrollIds" | "clock" | "sellers">;

/** The last result that pages reach (decisions 1.8). */
const window = 10_000;

/** Searches the items of a seller, for the seller and operators. */
export async function searchSellerItems(
  { sellerId, caller, params }: Asked,
  deps: SearchDeps,
): Promise<SellerItemsWire> {
  await assertOwnOrOperator({ userId: sellerId, caller, forbidden: problems.others_items }, deps);
  const {
    orders: _,
    limit: __,
    offset: ___,
    search_type,
    scroll_id: ____,
    include_filters,
    ...given
  } = params;
  const filter = { callerId: caller.userId, sellerId, ...given };
  const found = await (search_type === "scan" ? scan(filter, params, deps) : page(filter, params, deps));
  if (!include_filters) return found;
  const facets = await deps.sellerItems.facets(filter);
  return {
    ...found,
    filters: appliedFilters(filter),
    available_filters: narrowingFilters(filter, facets),
  };
}

async function page(
  filter: SellerItemsFilter,
  params: SellerItemsParams,
  { sellerItems }: SearchDeps,
): Promise<SellerItemsWire> {
  const { limit, offset } = params;
  if (offset + limit > window) throw tooDeep();
  const order = orderOf(params);
  const { total, ids } = await sellerItems.page(filter, { order, limit, offset });
  return { ...envelope(filter, order), paging: { total, offset, limit }, results: ids };
}

const orderOf = (params: SellerItemsParams) => orders.find(({ id }) => id === params.orders) ?? defaultOrder;

const tooDeep = () => {
  const message = "Invalid limit and offset values";
  const references = ["query.offset", "query.limit"];
  return common.bad_request({ message }, { cause: [{ code: "out_of_range", message, references }] });
};

/** One block of a scan, in the order in which the items were listed. The last block is empty. */
async function scan(
  filter: SellerItemsFilter,
  params: SellerItemsParams,
  { sellerItems, scrollIds, clock }: SearchDeps,
): Promise<SellerItemsWire> {
  const { scroll_id, limit } = params;
  const now = clock.now().getTime();
  const search = fingerprintOf(filter);
  const [last, known] = scroll_id === undefined ? [] : scrollIds.read(scroll_id, search, now);
  const after = Number(last ?? 0);
  // A block of limit 0 reads one item to know whether more follow.
  const next = await sellerItems.after(filter, { after, limit: Math.max(1, limit) });
  const ids = next.slice(0, limit);
  const total = known === undefined ? await sellerItems.count(filter) : Number(known);
  const [end] = ids.slice(-1).map((id) => Number(id.slice(3)));
  return {
    ...envelope(filter, orderOf(params)),
    paging: { total, offset: 0, limit },
    results: ids,
    scroll_id: next.length === 0 ? null : scrollIds.issue({ search, after: [end ?? after, total] }, now),
  };
}

/** The caller is not part of it: an operator may go on where the seller stopped. */
const fingerprintOf = ({ callerId: _, ...filter }: SellerItemsFilter): string =>
  JSON.stringify(["seller-items", ...Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const envelope = ({ sellerId, q }: SellerItemsFilter, order: { id: string; name: string }) => ({
  seller_id: String(sellerId),
  query: q ?? null,
  paging: { total: 0, offset: 0, limit: 0 },
  results: [],
  orders: [{ id: order.id, name: order.name }],
  available_orders: orders.map(({ id, name }) => ({ id, name })),
});
