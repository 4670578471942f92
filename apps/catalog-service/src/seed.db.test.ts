import { asCaller, callers } from "@marketplace/testkit";
import { beforeAll, describe, expect, it } from "vitest";
import { startCatalog } from "./catalog.fixture.ts";
import { catalogRpc, seedDemo } from "./index.ts";
import { draftChange } from "./items/draft-items.service.ts";
import { closeExpired } from "./items/expired-items.job.ts";
import { ItemChange } from "./items/item-input.schema.ts";
import { itemOf } from "./items/items.repo.ts";
import type { ItemWire } from "./items/items.schema.ts";
import { itemWire } from "./items/items.service.ts";
import { withStoredPictures } from "./pictures/stored-pictures.service.ts";
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
  "seller_mlm",
  "seller_mlu",
];
const users = Object.fromEntries(
  names.map((name, index) => [
    name,
    { id: 3_000_000_000 + index, nickname: name, site_id: name.slice(-3).toUpperCase() },
  ]),
);
const idOf = (name: string) => users[name]?.id ?? 0;

let seeded: SeededCatalog;
/** Reads each category once. */
const categories = {
  ...deps.categories,
  get: once(deps.categories.get),
  attributes: once(deps.categories.attributes),
};
function once<T>(read: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const found = new Map<string, Promise<T>>();
  return (id) => {
    const present = found.get(id) ?? read(id);
    found.set(id, present);
    return present;
  };
}

/** Pictures that are sent back as they were read need no look at the database. */
const unread = { need: async () => {}, ofSeller: async () => new Map() };

beforeAll(async () => {
  seeded = await seedDemo(deps, { users, now: clock.now() });
}, 60_000);
const read = (name: keyof SeededCatalog["items"]) => deps.items.get(seeded.items[name] ?? "");

describe("the demo seed", () => {
  it("has no expired item, and those that scripts use never expire", async () => {
    expect(await closeExpired(deps)).toBe(0);
    const used = await deps.items.list([...Object.values(seeded.items), ...seeded.sold.map(({ id }) => id)]);
    expect(used.filter(({ listingTypeId }) => listingTypeId === "free")).toEqual([]);
  });

  it("has pictures that are served, and goods with codes and a warranty", async () => {
    const item = await http.get(`/items/${seeded.items.item_active}`, { as: callers.buyer });
    const { pictures, warranty } = item.json<ItemWire>();
    const [{ secure_url } = { secure_url: "" }] = pictures;
    expect((await http.get(new URL(secure_url).pathname)).headers["content-type"]).toBe("image/jpeg");
    const all = await deps.db.client.item.findMany({ where: { buyingMode: "buy_it_now" } });
    const having = (id: string) =>
      all.map(itemOf).filter((each) => each.attributes.some((one) => one.id === id)).length / all.length;
    expect([having("SELLER_SKU"), having("GTIN")].map((share) => share > 0.4)).toEqual([true, true]);
    expect(warranty === null || warranty.startsWith("Garantía")).toBe(true);
  });

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
        "item_variations",
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

  it("has an item in two colors, each with its stock, SKU and a picture of the item", async () => {
    const { variations, availableQuantity, pictures, sellerId } = await read("item_variations");
    expect([sellerId, availableQuantity]).toEqual([idOf("seller_mla"), 500]);
    const ids = pictures.map(({ id }) => id);
    for (const each of variations) {
      expect(each).toMatchObject({ id: expect.any(Number), combinations: [{ id: "COLOR" }], available: 250 });
      expect(each.attributes).toMatchObject([{ id: "SELLER_SKU" }]);
      expect(ids).toEqual(expect.arrayContaining(each.picture_ids));
    }
    expect(new Set(variations.map(({ id }) => id)).size).toBe(2);
  });

  it("fills three sites with thousands of items, none of them a buyer's", async () => {
    for (const siteId of ["MLA", "MLB", "MLC"])
      expect(await deps.db.client.item.count({ where: { siteId } })).toBeGreaterThan(900);
    for (const name of ["new_user_mla", "buyer_mla", "buyer_mlb"])
      expect(await deps.db.client.item.count({ where: { sellerId: BigInt(idOf(name)) } })).toBe(0);
  });

  it("answers the top values of cars on all four sites that have them", async () => {
    for (const siteId of ["MLA", "MLB", "MLM", "MLU"])
      for (const id of ["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM"]) {
        const path = `/catalog_domains/${siteId}-CARS_AND_VANS/attributes/${id}/top_values`;
        const values = (await http.post(path, { as: callers.readOnly })).json<{ metric: number }[]>();
        expect(values.length, path).toBeGreaterThan(10);
        expect(values[0]?.metric, path).toBeGreaterThan(1);
      }
  });

  it("fills Mexico and Uruguay with vehicles alone", async () => {
    for (const siteId of ["MLM", "MLU"]) {
      const items = await deps.db.client.item.findMany({ where: { siteId } });
      expect(items.length).toBeGreaterThan(100);
      expect(items.length).toBeLessThan(200);
      const roots = await http.get(`/sites/${siteId}/categories`, { as: callers.readOnly });
      expect(roots.json()).toEqual([expect.objectContaining({ name: "Autos, Motos y Otros" })]);
    }
  });

  it("has items that can be sent back as they are read, whatever their status", async () => {
    const rows = await deps.db.client.item.findMany();
    for (const item of rows.map(itemOf)) {
      const body = ItemChange.parse(itemWire(item, deps.links));
      const change = await withStoredPictures(
        body,
        { sellerId: item.sellerId },
        { ...deps, pictures: unread },
      );
      const draft = await draftChange(item, change, { categories });
      expect({ id: item.id, issues: draft.issues }).toEqual({ id: item.id, issues: [] });
      expect({ ...item, ...draft.content }).toEqual(item);
    }
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["active", "paused", "closed"]));
  }, 60_000);

  it.each([
    "item_active",
    "item_flex_on",
    "item_no_flex",
    "item_paused",
    "item_closed",
    "item_vehicle",
    "item_variations",
  ] as const)("answers 200 to %s sent back as it was read, and changes nothing", async (name) => {
    const path = `/items/${seeded.items[name]}`;
    const as = asCaller({ userId: idOf("seller_mla") });
    const before = (await http.get(path, { as })).json<object>();
    const answer = await http.put(path, { as, body: before });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
    expect((await http.get(path, { as })).json()).toEqual(before);
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
