import { describe, expect, test } from "vitest";
import { demoCategories, demoLeaves } from "./categories.ts";
import { demoSiteIds } from "./demo-types.ts";

const settingsKeys =
  "adult_content buying_allowed buying_modes catalog_domain coverage_areas currencies fragile immediate_payment item_conditions items_reviews_allowed listing_allowed max_description_length max_pictures_per_item max_pictures_per_item_var max_sub_title_length max_title_length maximum_price minimum_price mirror_category mirror_master_category mirror_slave_categories price reservation_allowed restrictions rounded_address seller_contact shipping_modes shipping_options shipping_profile show_contact_information simple_shipping stock sub_vertical subscribable tags vertical vip_subdomain buyer_protection_programs status".split(
    " ",
  );

const shippingTypes = ["drop_off", "xd_drop_off", "self_service", "cross_docking", "fulfillment"];

describe.each(demoSiteIds)("the tree of %s", (site) => {
  const categories = demoCategories(site);
  const leaves = categories.filter((category) => category.is_leaf);
  const byId = new Map(categories.map((category) => [category.id, category]));

  test("has more than a hundred leaves, and unique ids of the site", () => {
    expect(leaves.length).toBeGreaterThan(100);
    expect(demoLeaves(site)).toHaveLength(leaves.length);
    expect(byId.size).toBe(categories.length);
    for (const { id } of categories) expect(id).toMatch(new RegExp(`^${site}\\d+$`));
  });

  test("links children, parents and paths consistently, parents first", () => {
    const seen = new Set<string>();
    for (const category of categories) {
      const above = category.parent_id === null ? [] : (byId.get(category.parent_id)?.path_from_root ?? []);
      expect(category.path_from_root).toEqual([...above, { id: category.id, name: category.name }]);
      if (category.parent_id !== null) expect(seen).toContain(category.parent_id);
      for (const child of category.children_categories) {
        expect(byId.get(child.id)).toMatchObject({ name: child.name, parent_id: category.id });
      }
      seen.add(category.id);
    }
  });

  test("is two to four levels deep", () => {
    const depths = leaves.map((leaf) => leaf.path_from_root.length);
    expect(Math.min(...depths)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...depths)).toBeLessThanOrEqual(4);
  });

  test("gives every category exactly the settings of the specification", () => {
    for (const { settings } of categories)
      expect(Object.keys(settings).sort()).toEqual([...settingsKeys].sort());
  });

  test("gives every leaf, and only leaves, a domain of its own", () => {
    const domains = leaves.map((leaf) => leaf.domain_id);
    expect(new Set(domains).size).toBe(leaves.length);
    for (const category of categories) {
      expect(category.settings.catalog_domain).toBe(category.domain_id);
      expect(category.settings.listing_allowed).toBe(category.is_leaf);
      if (category.is_leaf) expect(category.domain_id).toMatch(new RegExp(`^${site}-[A-Z_]+$`));
      else expect(category).toMatchObject({ domain_id: null, domain_name: null, attributes: [] });
    }
  });

  test("gives every attribute a required tag, with unique ids and values", () => {
    for (const { attributes } of leaves) {
      expect(new Set(attributes.map((attribute) => attribute.id)).size).toBe(attributes.length);
      for (const { tags, values, value_max_length } of attributes) {
        expect(tags.required).toBeTypeOf("boolean");
        expect(value_max_length).toBeGreaterThan(0);
        if (values === undefined) continue;
        expect(values.length).toBeGreaterThan(0);
        expect(new Set(values.map((value) => value.id)).size).toBe(values.length);
        expect(new Set(values.map((value) => value.name)).size).toBe(values.length);
      }
    }
  });

  test("lists cars as classified with the four attributes and the observed limits", () => {
    const cars = leaves.find((leaf) => leaf.domain_id === `${site}-CARS_AND_VANS`);
    const ids = cars?.attributes.filter((attribute) => attribute.values !== undefined).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM"]));
    expect(cars?.settings).toMatchObject({
      buying_modes: ["classified"],
      max_title_length: 60,
      max_sub_title_length: 70,
      max_description_length: 50000,
      max_pictures_per_item: 15,
      max_pictures_per_item_var: 6,
      reservation_allowed: "mandatory",
      shipping_modes: ["not_specified", "custom"],
      vertical: "motors",
    });
  });

  test("ships only by the five logistic types, mostly with self_service", () => {
    for (const { shipping_preferences, id } of categories) {
      expect(shipping_preferences.category_id).toBe(id);
      for (const { types } of shipping_preferences.logistics)
        expect(shippingTypes).toEqual(expect.arrayContaining([...types]));
    }
    const flex = leaves.filter((leaf) =>
      leaf.shipping_preferences.logistics.some((entry) => entry.types.includes("self_service")),
    );
    expect(flex.length).toBeGreaterThan(leaves.length * 0.7);
    expect(flex.length).toBeLessThan(leaves.length - 10);
  });

  test("gives no ordinary logistics to categories that allow Flex by opt-in only", () => {
    const optIn = categories.filter((category) => category.flex_opt_in_only);
    expect(optIn.length).toBeGreaterThanOrEqual(4);
    for (const category of optIn) expect(category.shipping_preferences.logistics).toEqual([]);
  });
});

test("the same brand has the same value id on every site", () => {
  const ids = demoSiteIds.map((site) => {
    const cars = demoCategories(site).find((category) => category.domain_id === `${site}-CARS_AND_VANS`);
    const brands = cars?.attributes.find((attribute) => attribute.id === "BRAND")?.values;
    return brands?.find((brand) => brand.name === "Fiat")?.id;
  });
  expect(ids[0]).toMatch(/^\d+$/);
  expect(new Set(ids).size).toBe(1);
});
