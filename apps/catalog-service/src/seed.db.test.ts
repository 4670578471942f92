import { callers } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { startCatalog } from "./catalog.fixture.ts";
import { catalogRpc, seedDemo } from "./index.ts";
import type { SeededCatalog } from "./seed.ts";

const { deps, clock, http } = await startCatalog();
const rpc = catalogRpc(deps);

const names = [
  "seller_mla",
  "seller2_mla",
  "buyer_mla",
  "new_user_mla",
  "seller_moderated_mla",
  "no_messaging_mla",
  "seller_mlb",
  "buyer_mlb",
  "seller_mlc",
  "buyer_mlc",
];
const users = Object.fromEntries(
  names.map((name, index) => [
    name,
    { id: 3_000_000_000 + index, nickname: name, site_id: name.slice(-3).toUpperCase() },
  ]),
);
const idOf = (name: string) => users[name]?.id ?? 0;

let seeded: SeededCatalog;
beforeAll(async () => {
  seeded = await seedDemo(deps, { users, now: clock.now() });
}, 60_000);
const read = (name: keyof SeededCatalog["items"]) => deps.items.get(seeded.items[name] ?? "");

describe("the demo seed", () => {
  it("names every fixture that the catalog owns", () => {
    expect(Object.keys(seeded.fixtures)).toEqual(
      expect.arrayContaining([
        "item_active",
        "item_active_2",
        "item_flex_on",
        "item_no_flex",
        "item_paused",
        "item_closed",
        "item_vehicle",
        "item_seller2",
        "category_root",
        "category_leaf",
        "category_vehicles",
        "category_no_self_service",
        "domain_vehicles",
      ]),
    );
    expect(seeded.fixtures.domain_vehicles).toBe("MLA-CARS_AND_VANS");
    expect(new Set(Object.values(seeded.items)).size).toBe(Object.keys(seeded.items).length);
  });

  it("gives each named item its seller, status and Flex tag", async () => {
    const off = ["self_service_available", "self_service_out"];
    for (const name of ["item_active", "item_active_2"] as const) {
      const item = await read(name);
      expect(item).toMatchObject({ sellerId: idOf("seller_mla"), status: "active", shippingMode: "me2" });
      expect(item.shippingTags).toEqual(expect.arrayContaining(off));
    }
    expect((await read("item_flex_on")).shippingTags).toContain("self_service_in");
    expect((await read("item_no_flex")).shippingTags).not.toContain("self_service_available");
    expect((await read("item_paused")).status).toBe("paused");
    expect((await read("item_closed")).status).toBe("closed");
    expect((await read("item_seller2")).sellerId).toBe(idOf("seller2_mla"));
    expect((await read("item_mlb")).sellerId).toBe(idOf("seller_mlb"));
    const [vehicle] = await rpc.items({ ids: [seeded.items.item_vehicle ?? ""] });
    expect(vehicle).toMatchObject({ vehicle: true, seller_id: idOf("seller_mla") });
  });

  it("fills three sites with thousands of items, none of them a buyer's", async () => {
    for (const siteId of ["MLA", "MLB", "MLC"])
      expect(await deps.db.client.item.count({ where: { siteId } })).toBeGreaterThan(900);
    for (const name of ["new_user_mla", "buyer_mla", "buyer_mlb"])
      expect(await deps.db.client.item.count({ where: { sellerId: BigInt(idOf(name)) } })).toBe(0);
  });

  it("counts the items in the dump it builds", async () => {
    const dump = await http.get("/sites/MLA/categories/all", { as: callers.buyer });
    const tree = dump.json<Record<string, { total_items_in_this_category: number }>>();
    expect(tree[seeded.fixtures.category_root ?? ""]?.total_items_in_this_category).toBeGreaterThan(50);
  });

  it("has a category of vehicles with brands and models, and one whose items do not ship by Flex", async () => {
    const attributes = await deps.categories.attributes(seeded.fixtures.category_vehicles ?? "");
    expect(attributes?.map(({ id }) => id)).toEqual(expect.arrayContaining(["BRAND", "MODEL"]));
    const { logistics } = await deps.categories.get(seeded.fixtures.category_no_self_service ?? "");
    expect(logistics.flatMap(({ types }) => types)).not.toContain("self_service");
  });
});
