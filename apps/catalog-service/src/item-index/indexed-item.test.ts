import { describe, expect, it } from "vitest";
import { indexedItem, type SearchedItem } from "./indexed-item.rules.ts";
import { spellingVariants } from "./spelling-variants.rules.ts";

const attribute = (id: string, value_id: string | null, value_name: string | null) => ({
  id,
  name: id,
  value_id,
  value_name,
});
const item: SearchedItem = {
  no: 7,
  siteId: "MLA",
  sellerId: 3,
  price: "10.50",
  condition: "new",
  freeShipping: true,
  title: "Celular",
  variations: [],
  attributes: [
    attribute("BRAND", "60249", "Samsung"),
    attribute("MODEL", null, "Galaxy"),
    attribute("COLOR", "52049", "Negro"),
    attribute("WEIGHT", "-1", null),
    {
      ...attribute("MATERIALS", null, "Cuero,Lona"),
      values: [
        { id: "1", name: "Cuero" },
        { id: "2", name: "Lona" },
      ],
    },
  ],
  categoryName: "Celulares y Smartphones",
  path: ["MLA1", "MLA2"],
};

describe("an item as the index knows it", () => {
  it("has its words by field and its filters as keys", () => {
    expect(indexedItem(item)).toEqual({
      no: 7,
      siteId: "MLA",
      sellerId: 3,
      price: 10.5,
      keys: [
        "condition=new",
        "category=MLA1",
        "category=MLA2",
        "shipping=free",
        "BRAND=60249",
        "COLOR=52049",
        "MATERIALS=1",
        "MATERIALS=2",
      ],
      fields: {
        title: "Celular",
        brandAndModel: "Samsung ; Galaxy",
        attributes: "Negro ; Cuero,Lona",
        category: "Celulares y Smartphones",
      },
    });
  });

  it.each(["category", "shipping", "condition", "Color", "1ST", "BRAND=1", ""])(
    "has no key of an attribute that its seller calls %j, but its words",
    (id) => {
      const { keys, fields } = indexedItem({ ...item, attributes: [attribute(id, "MLA5", "Cuero")] });
      expect(keys).toEqual(["condition=new", "category=MLA1", "category=MLA2", "shipping=free"]);
      expect(fields.attributes).toBe("Cuero");
    },
  );

  it("has what its title says behind a preposition among its attributes", () => {
    const { fields } = indexedItem({ ...item, title: "Funda Wi-Fi para iPhone13", attributes: [] });
    expect(fields).toMatchObject({
      title: "Funda Wi-Fi ; wifi",
      attributes: "para iPhone13 ; iphone 13",
    });
  });

  it("may have no price", () => {
    expect(indexedItem({ ...item, price: null }).price).toBeNull();
  });
});

describe("other spellings of a title", () => {
  it.each([
    ["Router Wi-Fi 6", ["wifi"]],
    ["Jean O\u2019Neill", ["oneill"]],
    ["Lavarropas 8kg, disco de 1 TB", ["8 kg", "1tb"]],
    ['TV 50" y monitor 23,8 "', ["50 pulgadas polegadas", "23.8 pulgadas polegadas"]],
    ["iPhone13 negro", ["iphone 13"]],
    ["Notebooks usadas", ["notebook"]],
    ["Celular Samsung", []],
  ])("of %s are %j", (title, variants) => {
    expect(spellingVariants(title)).toEqual(variants);
  });
});
