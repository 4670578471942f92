import { expect, it } from "vitest";
import { exchangeOf } from "../exchange.fixture.ts";
import type { Exchange } from "../exchange.ts";
import { createCollector } from "./resources.ts";

type Body = NonNullable<Exchange["answer"]["body"]>;

const exchange = (target: string, json: unknown, more: Partial<Exchange> = {}): Exchange =>
  exchangeOf(target, { answer: { headers: {}, body: { json } as Body }, ...more });

function collected(...exchanges: Exchange[]) {
  const collector = createCollector();
  for (const each of exchanges) collector.add(each);
  return collector.result();
}

it("joins what several reads tell of a resource; the latest fields count", () => {
  const { items, categories } = collected(
    exchange("/items/MLA1", { id: "MLA1", title: "old", price: 1 }),
    exchange("/items?ids=MLA1,MLA2&attributes=id,title", [
      { code: 200, body: { id: "MLA1", title: "new" } },
      { code: 404, body: { error: "not_found" } },
    ]),
    exchange("/items/MLA1/description", { plain_text: "words" }),
    exchange("/categories/MLA5", { id: "MLA5", name: "five" }),
    exchange("/categories/MLA5/attributes", [{ id: "BRAND" }]),
  );
  expect(items).toEqual([{ id: "MLA1", title: "new", price: 1, plain_text: "words" }]);
  expect(categories).toEqual([{ id: "MLA5", name: "five", attributes: [{ id: "BRAND" }] }]);
});

it("takes lists of searches, whole trees, and configurations by the service they were asked for", () => {
  const query = { query: "{ configuration(user_id: 7, service_id: 44) { delivery_window } }" };
  const found = collected(
    exchange("/my/received_questions/search?limit=1", { questions: [{ id: 9 }] }),
    exchange("/orders/search/recent?seller=me", { results: [{ id: 8 }] }),
    exchange("/sites/MLA/categories/all", { MLA1: { id: "MLA1" }, MLA2: { id: "MLA2" } }),
    exchange(
      "/shipping/flex/sites/MLA/configuration/v3",
      { configuration: { delivery_window: "same_day" } },
      { method: "POST", request: { headers: {}, body: { json: query } } },
    ),
  );
  expect(found).toMatchObject({
    questions: [{ id: 9 }],
    orders: [{ id: 8 }],
    wholeTrees: ["MLA"],
    configurations: [{ service_id: "44", delivery_window: "same_day" }],
  });
  expect(found.categories).toHaveLength(2);
});

it("knows the users that resources name, and what these say of them", () => {
  const { mentioned } = collected(
    exchange("/items/MLA1", { id: "MLA1", seller_id: 1 }),
    exchange("/questions/5", {
      id: 5,
      item_id: "MLA1",
      seller_id: 1,
      from: { id: 2, email: "a@example.com" },
    }),
    exchange("/orders/6", {
      id: 6,
      seller: { id: 1, nickname: "SHOP" },
      buyer: { id: 3, first_name: "Abc", billing_info: { doc_type: "DNI", doc_number: "1" } },
      order_items: [{ item: { id: "MLB1" } }],
    }),
  );
  expect(mentioned).toEqual([
    { id: 1, site_id: "MLA", nickname: "SHOP" },
    { id: 2, site_id: "MLA", email: "a@example.com" },
    { id: 3, site_id: "MLB", first_name: "Abc", identification: { type: "DNI", number: "1" } },
  ]);
});

it("lists each kind of resource that it does not take once, and nothing of what every world has", () => {
  const { leftOut } = collected(
    exchange("/shipments/1", {}),
    exchange("/shipments/2", {}),
    exchange("/sites/MLA/listing_types", []),
    exchange("/currencies/ARS", {}),
    exchange("/packs/3", {}, { status: 404 }),
    exchange("/answers", {}, { method: "POST" }),
  );
  expect(leftOut).toEqual([
    {
      resource: "/shipments/{id}",
      reason: "a world from a recording does not have this kind of resource",
    },
  ]);
});
