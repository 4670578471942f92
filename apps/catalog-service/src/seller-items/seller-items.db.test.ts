import { asCaller, callers, conforms, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { phone, startCatalog } from "../catalog.fixture.ts";
import type { NewItem } from "../items/items.schema.ts";
import { sellerItemsResource } from "./seller-items.resource.ts";
import type { SellerItemsWire } from "./seller-items.schema.ts";

const { http, list, clock } = await startCatalog();

let sellers = 2_000_000_000;
/** A new seller with these items; returns their ids and a search. */
async function sellerWith(...items: Partial<NewItem>[]) {
  sellers += 1;
  const sellerId = sellers;
  const as = asCaller({ userId: sellerId });
  const ids = await list(...items.map((item) => phone({ ...item, sellerId })));
  const ask = (query: string) => http.get(`/users/${sellerId}/items/search?${query}`, { as });
  const search = async (query = "") => {
    const answer = await ask(query);
    expect({ query, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    return answer.json<SellerItemsWire>();
  };
  /** The places, in the list of items, of what is found. */
  const found = async (query: string) => (await search(query)).results.map((id) => ids.indexOf(id));
  return { sellerId, ids, ask, search, found };
}
const at = (day: number) => new Date(Date.UTC(2026, 2, day));

describe("the items of a seller", () => {
  it("are all found, whatever their status, and by one status", async () => {
    const { found } = await sellerWith(
      { status: "active" },
      { status: "paused" },
      { status: "closed" },
      { status: "under_review" },
    );
    expect((await found("")).toSorted()).toEqual([0, 1, 2, 3]);
    for (const [place, status] of ["active", "paused", "closed", "under_review"].entries())
      expect(await found(`status=${status}`)).toEqual([place]);
    expect(await found("status=pending")).toEqual([]);
  });

  it("are for the seller and operators, who see only theirs", async () => {
    const { sellerId, ids } = await sellerWith({});
    const path = `/users/${sellerId}/items/search`;
    expect((await http.get(path, { as: callers.operator })).json()).toMatchObject({ results: ids });
    const message = "Searching another user items is restricted.";
    expectProblem(await http.get(path, { as: callers.otherSeller }), 403, "forbidden", message);
    expectProblem(await http.get("/users/7/items/search", { as: callers.buyer }), 403, "forbidden", message);
  });

  it("are answered as ids, with the order and what was asked", async () => {
    const { sellerId, ids, search } = await sellerWith({}, {});
    const answer = await search("q=galaxy&limit=1&offset=1&orders=price_desc");
    expect(answer).toMatchObject({
      seller_id: String(sellerId),
      query: "galaxy",
      paging: { total: 2, offset: 1, limit: 1 },
      results: [ids[0]],
      orders: [{ id: "price_desc", name: "Order by price descending" }],
    });
    expect(answer.available_orders).toHaveLength(10);
    expect(answer).not.toHaveProperty("scroll_id");
    expect((await search()).orders).toMatchObject([{ id: "stop_time_asc" }]);
  });

  it("are found by words of their titles, whatever case and accents, in any order", async () => {
    const { found } = await sellerWith(
      { title: "Lámpara de pie 100% algodón" },
      { title: "Lampara de mesa" },
      { title: "Velador_negro" },
    );
    expect(await found("q=LAMPARA")).toEqual([0, 1]);
    expect(await found("q=pie%20l%C3%A1mpara")).toEqual([0]);
    expect(await found("q=100%25")).toEqual([0]);
    expect(await found("q=r_n")).toEqual([2]);
    expect(await found("q=%20")).toEqual([0, 1, 2]);
  });

  it("are found by the seller's own code and by their SKU, which do not mix", async () => {
    const sku = (value_name: string) => ({ id: "SELLER_SKU", name: "SKU", value_id: null, value_name });
    const { found } = await sellerWith(
      { sellerCustomField: "A-1", attributes: [sku("B-2")] },
      { sellerCustomField: "B-2", attributes: [sku("A-1")], status: "paused" },
    );
    expect(await found("sku=A-1")).toEqual([0]);
    expect(await found("seller_sku=A-1")).toEqual([1]);
    expect(await found("seller_sku=A-1&status=active")).toEqual([]);
    expect(await found("sku=a")).toEqual([]);
  });

  it("are found by sub_status, by all of some tags, and by a missing GTIN", async () => {
    const gtin = { id: "GTIN", name: "GTIN", value_id: null, value_name: "7898095297749" };
    const { found } = await sellerWith(
      { status: "paused", subStatus: ["out_of_stock"], otherFields: { tags: ["a", "b"] } },
      { status: "paused", otherFields: { tags: ["a"] }, attributes: [gtin] },
      {},
    );
    expect(await found("sub_status=out_of_stock")).toEqual([0]);
    expect(await found("sub_status=paused_by_seller")).toEqual([1]);
    expect(await found("tags=a")).toEqual([0, 1]);
    expect(await found("tags=b,a")).toEqual([0]);
    expect(await found("missing_product_identifiers=false")).toEqual([1]);
    expect(await found("missing_product_identifiers=true")).toEqual([0, 2]);
  });

  it("are identified by the GTIN of each of their variations, too", async () => {
    const varied = (...gtins: (string | null)[]) => ({
      variations: gtins.map((value_name, index) => ({
        id: 900 + index,
        combinations: [{ id: null, name: "Talle", value_id: null, value_name: String(index) }],
        attributes: value_name === null ? [] : [{ id: "GTIN", name: "GTIN", value_id: null, value_name }],
        available: 1,
        sold: 0,
        picture_ids: [],
        seller_custom_field: null,
        catalog_product_id: null,
      })),
    });
    const { found, search } = await sellerWith(varied("1", "2"), varied("1", null), varied(null), {});
    expect(await found("missing_product_identifiers=false")).toEqual([0]);
    expect(await found("missing_product_identifiers=true")).toEqual([1, 2, 3]);
    const { available_filters = [] } = await search("include_filters=true");
    expect(available_filters.find(({ id }) => id === "missing_product_identifiers")?.values).toMatchObject([
      { id: "true", results: 3 },
      { id: "false", results: 1 },
    ]);
  });

  it("of a user who does not exist are 404 to operators, 403 to others", async () => {
    const path = "/users/4999999999/items/search";
    expectProblem(await http.get(path, { as: callers.operator }), 404, "not_found");
    expectProblem(await http.get(path, { as: callers.seller }), 403, "forbidden");
  });

  it("are counted by filter with include_filters, and without them nothing is", async () => {
    const { search } = await sellerWith(
      {},
      { status: "paused" },
      { status: "paused", listingTypeId: "gold_pro" },
    );
    expect(await search()).not.toHaveProperty("available_filters");
    const { filters = [], available_filters = [] } = await search("include_filters=true&status=paused&sku=A");
    expect(filters).toEqual([
      { id: "status", name: "Status", type: "text", values: [{ id: "paused", name: "Paused" }] },
      { id: "sku", name: "Sku", type: "text", values: [{ id: "A", name: "A" }] },
    ]);
    expect(available_filters).toEqual([]);
    const open = (await search("include_filters=TRUE&status=paused")).available_filters ?? [];
    expect(open.map(({ id }) => id)).toEqual([
      "sub_status",
      "listing_type_id",
      "buying_mode",
      "shipping_mode",
      "logistic_type",
      "missing_product_identifiers",
    ]);
    expect(open).toContainEqual({
      id: "listing_type_id",
      name: "Listing type",
      type: "text",
      values: [
        { id: "gold_pro", name: "Gold pro", results: 1 },
        { id: "gold_special", name: "Gold special", results: 1 },
      ],
    });
    for (const { id, values } of open)
      for (const value of values)
        expect((await search(`status=paused&${id}=${value.id}`)).paging.total).toBe(value.results);
  });

  it.each([
    ["listing_type_id=gold_pro", { listingTypeId: "gold_pro" }],
    ["buying_mode=classified", { buyingMode: "classified" }],
    ["shipping_mode=custom", { shippingMode: "custom" }],
    ["logistic_type=xd_drop_off", { logisticType: "xd_drop_off" }],
  ])("are found by %s", async (query, item) => {
    const { found } = await sellerWith({}, item);
    expect(await found(query)).toEqual([1]);
  });

  it.each([
    ["start_time", [1, 0, 2]],
    ["stop_time", [0, 1, 2]],
    ["last_updated", [2, 0, 1]],
    ["price", [1, 2, 0]],
    ["available_quantity", [2, 1, 0]],
  ])("are sorted by %s, in both directions", async (field, places) => {
    const { found } = await sellerWith(
      // Free listings end after 60 days.
      { dateCreated: at(2), lastUpdated: at(6), price: null, availableQuantity: 3, listingTypeId: "free" },
      { dateCreated: at(1), lastUpdated: at(7), price: 1, availableQuantity: 2 },
      { dateCreated: at(3), lastUpdated: at(5), price: 2, availableQuantity: 1 },
    );
    expect(await found(`orders=${field}_asc`)).toEqual(places);
    // Items without a price come last.
    const back = field === "price" ? [2, 1, 0] : places.toReversed();
    expect(await found(`orders=${field}_desc`)).toEqual(back);
  });

  it("are read to their end by a scan, in the order in which they were listed", async () => {
    const { ids, search } = await sellerWith(...Array.from({ length: 5 }, () => ({})), { status: "paused" });
    const seen: string[] = [];
    let page = await search("search_type=scan&limit=2&status=active");
    expect(page.orders).toMatchObject([{ id: "stop_time_asc" }]);
    expect(page.paging).toEqual({ total: 5, offset: 0, limit: 2 });
    while (page.results.length > 0) {
      seen.push(...page.results);
      page = await search(
        `search_type=scan&limit=2&status=active&scroll_id=${encodeURIComponent(page.scroll_id ?? "")}`,
      );
    }
    expect(seen).toEqual(ids.slice(0, 5));
    expect(page).toMatchObject({ results: [], scroll_id: null });
    const sorted = await search("search_type=scan&status=active&orders=start_time_desc");
    expect(sorted).toMatchObject({ orders: [{ id: "start_time_desc" }], results: seen });
  });

  it("can begin their scan with an empty block, by limit=0", async () => {
    const { ids, search } = await sellerWith({}, {});
    const scan = (limit: number, scrollId: string | null | undefined) =>
      search(`search_type=scan&limit=${limit}&scroll_id=${encodeURIComponent(scrollId ?? "")}`);
    const first = await search("search_type=scan&limit=0");
    expect(first).toMatchObject({ results: [], scroll_id: expect.any(String), paging: { total: 2 } });
    const second = await scan(1, first.scroll_id);
    const third = await scan(0, second.scroll_id);
    const fourth = await scan(5, third.scroll_id);
    expect([second.results, third.results, fourth.results]).toEqual([ids.slice(0, 1), [], ids.slice(1)]);
    expect(await scan(0, fourth.scroll_id)).toMatchObject({ results: [], scroll_id: null });
  });

  it("are scanned with filters of any letters, however long the scroll id is then", async () => {
    const text = "本".repeat(255);
    const attributes = [{ id: "SELLER_SKU", name: "SKU", value_id: null, value_name: text }];
    const item = { title: "本".repeat(500), sellerCustomField: text, attributes };
    const { search } = await sellerWith(item, item);
    const asked = new URLSearchParams({ q: item.title, sku: text, seller_sku: text });
    const first = await search(`search_type=scan&limit=1&${asked}`);
    asked.set("scroll_id", first.scroll_id ?? "");
    expect((await search(`search_type=scan&limit=1&${asked}`)).results).toHaveLength(1);
  });

  it("refuse a scroll id that is forged, old or of another search", async () => {
    const { ask, search } = await sellerWith({});
    const { scroll_id } = await search("search_type=scan");
    const other = await sellerWith({});
    const more = `search_type=scan&scroll_id=${encodeURIComponent(scroll_id ?? "")}`;
    expectProblem(await ask(`${more}&status=active`), 400, "invalid.scroll.id");
    expectProblem(await other.ask(more), 400, "invalid.scroll.id");
    for (const id of ["forged", "a".repeat(5_000)])
      expectProblem(await ask(`search_type=scan&scroll_id=${id}`), 400, "invalid.scroll.id");
    clock.advance(300_000);
    expectProblem(await ask(more), 400, "invalid.scroll.id");
  });

  it.each([
    ["status=sold", undefined],
    ["orders=color", undefined],
    ["limit=101", undefined],
    ["include_filters=yes", undefined],
    ["missing_product_identifiers=1", undefined],
    ["offset=9990&limit=11", "Invalid limit and offset values"],
    ["offset=10001", "Invalid limit and offset values"],
    ["offset=9007199254740991&limit=0", "Invalid limit and offset values"],
    ["offset=-1", undefined],
  ])("answer 400 to %s", async (query, message) => {
    const { ask } = await sellerWith({});
    expectProblem(await ask(query), 400, "bad_request", message);
  });
});

conforms(sellerItemsResource, {
  http,
  as: asCaller({ userId: 2_000_000_001 }),
  examples: { searchSellerItems: { params: { id: 2_000_000_001 }, query: { status: "active" } } },
});
