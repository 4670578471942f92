import { describe, expect, test } from "vitest";
import { demoCategories, demoLeaves } from "./categories.ts";
import { demoItems, itemsWithoutEnd } from "./items.ts";
import { allDemoSiteIds } from "./sites.ts";
import { vehicleModels } from "./vehicles.ts";

const sellers = [1_000_000_001, 1_000_000_002];
const now = new Date("2026-03-10T15:00:00.000Z");
const options = { sellers, now };
const days = 86_400_000;

describe.each([
  ["MLA", 3000],
  ["MLB", 1500],
  ["MLC", 1000],
  ["MLM", 160],
  ["MLU", 120],
] as const)("the items of %s", (site, count) => {
  const items = demoItems(site, options);
  const byId = new Map(demoCategories(site).map((category) => [category.id, category]));

  test("are as many as the site's default, with pictures of their own", () => {
    expect(items).toHaveLength(count);
    expect(new Set(items.map(({ pictures }) => pictures[0]?.url)).size).toBe(count);
  });

  test("cover every leaf and all sellers", () => {
    const used = new Set(items.map((item) => item.categoryId));
    for (const category of byId.values()) if (category.isLeaf) expect(used).toContain(category.id);
    expect(new Set(items.map((item) => item.sellerId))).toEqual(new Set(sellers));
  });

  test("respect what their category allows", () => {
    for (const item of items) {
      const settings = byId.get(item.categoryId)?.settings;
      expect(item.title.length).toBeGreaterThan(2);
      expect(item.title.length).toBeLessThanOrEqual(settings?.max_title_length ?? 0);
      expect(settings?.buying_modes).toContain(item.buyingMode);
      expect(settings?.currencies).toContain(item.currencyId);
      expect(settings?.item_conditions).toContain(item.condition);
      expect(settings?.shipping_modes).toContain(item.shippingMode);
      expect(item.price).toBeGreaterThan(0);
      expect(item.availableQuantity).toBeGreaterThan(0);
      const age = now.getTime() - item.dateCreated.getTime();
      expect(age).toBeGreaterThanOrEqual(0);
      expect(age).toBeLessThanOrEqual(120 * days);
    }
  });

  test("have only attribute values of their category, and all required ones", () => {
    for (const item of items) {
      const attributes = new Map(byId.get(item.categoryId)?.attributes.map((known) => [known.id, known]));
      for (const { id, name, value_id, value_name } of item.attributes) {
        expect(attributes.get(id)?.name).toBe(name);
        if (value_id !== null)
          expect(attributes.get(id)?.values).toContainEqual(
            expect.objectContaining({ id: value_id, name: value_name }),
          );
      }
      const given = new Set(item.attributes.map((attribute) => attribute.id));
      for (const { id, tags } of attributes.values())
        if (tags.required) expect(given, item.title).toContain(id);
    }
  });

  test("combine only real brands, models, years and trims of cars", () => {
    const models = new Map(
      vehicleModels("CARS_AND_VANS", site).map((model) => [`${model.brand} ${model.model}`, model]),
    );
    const cars = items.filter((item) => item.domainId === `${site}-CARS_AND_VANS`);
    expect(cars.length).toBeGreaterThan(20);
    for (const car of cars) {
      const named = new Map(car.attributes.map((attribute) => [attribute.id, attribute.value_name]));
      const model = models.get(`${named.get("BRAND")} ${named.get("MODEL")}`);
      expect(model?.trims).toContain(named.get("TRIM"));
      expect(Number(named.get("VEHICLE_YEAR"))).toBeGreaterThanOrEqual(model?.years.from ?? Number.NaN);
      expect(Number(named.get("VEHICLE_YEAR"))).toBeLessThanOrEqual(model?.years.to ?? Number.NaN);
    }
  });

  test("are mostly active, with some paused", () => {
    const active = items.filter((item) => item.status === "active").length;
    expect(active / count).toBeGreaterThan(0.9);
    expect(items.some((item) => item.status === "paused")).toBe(true);
  });
});

test("the same options give the same items", () => {
  for (const site of allDemoSiteIds) expect(demoItems(site, options)).toEqual(demoItems(site, options));
});

test("leaves that were added later come last, one item each, and change no earlier item", () => {
  for (const site of allDemoSiteIds) {
    const later = demoLeaves(site)
      .filter(({ source }) => source.later)
      .map(({ category }) => category.id);
    const items = demoItems(site, options);
    const unchanged = items.length - later.length;
    expect(items.slice(unchanged).map((item) => item.categoryId)).toEqual(later);
    expect(items.slice(0, unchanged)).toEqual(itemsWithoutEnd(site, options).take(unchanged).toArray());
  }
});

test("items without sellers throw", () => {
  expect(() => demoItems("MLA", { sellers: [], now })).toThrow(RangeError);
});
