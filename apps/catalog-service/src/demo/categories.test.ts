import { describe, expect, test } from "vitest";
import { CategorySettings } from "../categories/categories.schema.ts";
import { allowsSelfService } from "../categories/shipping-preferences.schema.ts";
import { demoCategories, demoLeaves } from "./categories.ts";
import { allDemoSiteIds, type DemoSiteId, demoSiteIds, vehicleSiteIds } from "./sites.ts";

describe.each(demoSiteIds)("the tree of %s", (site) => {
  const categories = demoCategories(site);
  const leaves = categories.filter((category) => category.isLeaf);
  const byId = new Map(categories.map((category) => [category.id, category]));

  test("has more than a hundred leaves, and unique ids of the site", () => {
    expect(leaves.length).toBeGreaterThan(100);
    expect(demoLeaves(site)).toHaveLength(leaves.length);
    expect(byId.size).toBe(categories.length);
    for (const { id } of categories) expect(id).toMatch(new RegExp(`^${site}\\d+$`));
  });

  test("links parents and paths consistently, parents first", () => {
    const seen = new Set<string>();
    for (const category of categories) {
      const { id, name, parentId, path, pathFromRoot } = category;
      const above = parentId === null ? [] : (byId.get(parentId)?.pathFromRoot ?? []);
      expect(pathFromRoot).toEqual([...above, { id, name }]);
      expect(path).toEqual(pathFromRoot.map((step) => step.id));
      if (parentId !== null) expect(seen).toContain(parentId);
      seen.add(id);
    }
  });

  test("is two to four levels deep", () => {
    const depths = leaves.map((leaf) => leaf.pathFromRoot.length);
    expect(Math.min(...depths)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...depths)).toBeLessThanOrEqual(4);
  });

  test("gives every category exactly the settings of the specification", () => {
    const keys = Object.keys(CategorySettings.shape);
    for (const { settings } of categories) expect(Object.keys(settings).sort()).toEqual(keys.toSorted());
  });

  test("gives every leaf, and only leaves, a domain of its own", () => {
    const domains = leaves.map((leaf) => leaf.domainId);
    expect(new Set(domains).size).toBe(leaves.length);
    for (const category of categories) {
      expect(category.settings.catalog_domain).toBe(category.domainId);
      expect(category.settings.listing_allowed).toBe(category.isLeaf);
      if (category.isLeaf) expect(category.domainId).toMatch(new RegExp(`^${site}-[A-Z_]+$`));
      else expect(category).toMatchObject({ domainId: null, domainName: null, attributes: [] });
    }
  });

  test("gives every attribute tags that hold, a hierarchy and a type, with unique ids and values", () => {
    for (const { attributes } of leaves) {
      expect(new Set(attributes.map((attribute) => attribute.id)).size).toBe(attributes.length);
      for (const { tags, hierarchy, value_type, values, value_max_length } of attributes) {
        for (const holds of Object.values(tags)) expect(holds).toBe(true);
        expect(["PARENT_PK", "CHILD_PK", "FAMILY", "ITEM"]).toContain(hierarchy);
        expect(["string", "number", "number_unit", "boolean", "list"]).toContain(value_type);
        expect(value_max_length).toBeGreaterThan(0);
        if (values === undefined) continue;
        expect(values.length).toBeGreaterThan(0);
        expect(new Set(values.map((value) => value.id)).size).toBe(values.length);
        expect(new Set(values.map((value) => value.name)).size).toBe(values.length);
      }
    }
  });

  test("gives every measure its units, the usual one among them, which its values have", () => {
    const all = leaves.flatMap(({ attributes }) => attributes);
    const measures = all.filter(({ value_type }) => value_type === "number_unit");
    expect(measures.length).toBeGreaterThan(10);
    for (const { id, allowed_units = [], default_unit, values = [] } of measures) {
      const units = allowed_units.map((unit) => unit.id);
      expect(units, id).toContain(default_unit);
      for (const { name } of values) expect(units, `${id} ${name}`).toContain(name.replace(/^[\d.,]+ /, ""));
    }
    for (const { value_type, allowed_units } of all)
      if (value_type !== "number_unit") expect(allowed_units).toBeUndefined();
  });

  test("says what colors look like, and which value of a yes or no is true", () => {
    const all = leaves.flatMap(({ attributes }) => attributes);
    for (const { type, values = [] } of all.filter(({ id }) => id === "COLOR")) {
      expect(type).toBe("color");
      for (const { name, metadata } of values) expect(metadata?.rgb, name).toMatch(/^[0-9A-F]{6}$/);
    }
    const warranty = all.find(({ id }) => id === "WARRANTY");
    expect(warranty?.values?.map(({ metadata }) => metadata)).toEqual([{ value: true }, { value: false }]);
  });

  test("lists cars as classified with the four attributes and the observed limits", () => {
    const cars = leaves.find((leaf) => leaf.domainId === `${site}-CARS_AND_VANS`);
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

  test("ships mostly with self_service", () => {
    const flex = leaves.filter(({ logistics }) => allowsSelfService(logistics));
    expect(flex.length).toBeGreaterThan(leaves.length * 0.7);
    expect(flex.length).toBeLessThan(leaves.length - 10);
  });

  test("gives no ordinary logistics to categories that allow Flex by opt-in only", () => {
    const optIn = categories.filter((category) => category.flexOptInOnly);
    expect(optIn.length).toBeGreaterThanOrEqual(4);
    for (const category of optIn) expect(category.logistics).toEqual([]);
  });
});

describe.each(vehicleSiteIds)("the tree of %s, which has vehicles only", (site) => {
  const categories = demoCategories(site);

  test("has the vehicles of the other sites, with unique ids of the site", () => {
    const domains = (of: DemoSiteId) =>
      demoLeaves(of).flatMap(({ source, kind }) => (kind === "vehicles" ? [source.domain] : []));
    expect(domains(site)).toEqual(domains("MLA"));
    expect(demoLeaves(site)).toHaveLength(domains("MLA").length);
    expect(new Set(categories.map(({ id }) => id)).size).toBe(categories.length);
    for (const { id } of categories) expect(id).toMatch(new RegExp(`^${site}\\d+$`));
  });

  test("lists the four attributes of cars with values of its own language", () => {
    const cars = categories.find(({ domainId }) => domainId === `${site}-CARS_AND_VANS`);
    const values = new Map(cars?.attributes.map((known) => [known.id, known.values ?? []]));
    for (const id of ["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM"])
      expect(values.get(id)?.length, id).toBeGreaterThan(20);
    const fuel = site === "MLM" ? "Gasolina" : "Nafta";
    expect(values.get("FUEL_TYPE")?.map(({ name }) => name)).toContain(fuel);
    expect(cars?.settings.currencies).toEqual(site === "MLM" ? ["MXN"] : ["USD", "UYU"]);
  });
});

test("the same brand has the same value id on every site", () => {
  const ids = allDemoSiteIds.map((site) => {
    const cars = demoCategories(site).find((category) => category.domainId === `${site}-CARS_AND_VANS`);
    const brands = cars?.attributes.find((attribute) => attribute.id === "BRAND")?.values;
    return brands?.find((brand) => brand.name === "Fiat")?.id;
  });
  expect(ids[0]).toMatch(/^\d+$/);
  expect(new Set(ids).size).toBe(1);
});
