import { describe, expect, it } from "vitest";
import type { Definitions } from "../items/attributes.rules.ts";
import { changedVariations } from "./variations.rules.ts";
import type { StoredVariation, VariationInput } from "./variations.schema.ts";

const color = (ids: Record<string, string>, more: object = {}) => ({
  id: "COLOR",
  name: "Color",
  value_type: "string",
  values: Object.entries(ids).map(([name, id]) => ({ id, name })),
  tags: { allow_variations: true },
  ...more,
});
const sku = { id: "SELLER_SKU", name: "SKU", value_type: "string" };

const categoryWith = (...attributes: Parameters<typeof definition>[0][]): Definitions => ({
  field: "attributes",
  known: new Map(attributes.map(definition)),
  unknown: (id) => `attribute ${id} does not belong to the category`,
  open: false,
});
const definition = (one: { id: string; name: string; value_type: string }) => [one.id, one] as const;

const variation = (id: number, value_id: string, value_name: string): StoredVariation => ({
  id,
  combinations: [{ id: "COLOR", name: "Color", value_id, value_name }],
  attributes: [
    { id: "SELLER_SKU", name: "SKU", value_id: null, value_name: `S-${id}` },
    { id: "VOLTAGE", name: "Voltaje", value_id: "7", value_name: "220V" },
  ],
  available: 1,
  sold: 0,
  picture_ids: [],
  seller_custom_field: null,
  catalog_product_id: null,
});
const before = {
  variations: [variation(1, "11", "Rojo"), variation(2, "12", "Azul")],
  price: 10,
  availableQuantity: 2,
  pictures: [],
};
const move = (definitions: Definitions, variations?: VariationInput[]) =>
  changedVariations(before, { variations }, { definitions, isMoved: true });

describe("the variations of an item that comes from another category", () => {
  const there = categoryWith(color({ Azul: "92", Rojo: "91", Verde: "93" }), sku);

  it.each([
    ["are not named", undefined],
    ["are sent back by their ids", [{ id: 1 }, { id: 2 }]],
    [
      "are sent back as they were read",
      before.variations.map(({ id, combinations, attributes }) => ({
        id,
        attribute_combinations: combinations,
        attributes,
      })),
    ],
  ])("have the values of their new one, and only attributes that it has, when they %s", (_, given) => {
    const { variations, issues } = move(there, given);
    expect(issues).toEqual([]);
    expect(variations.map(({ combinations }) => combinations[0])).toMatchObject([
      { id: "COLOR", value_id: "91", value_name: "Rojo" },
      { id: "COLOR", value_id: "92", value_name: "Azul" },
    ]);
    expect(variations.map(({ attributes }) => attributes)).toMatchObject([
      [{ id: "SELLER_SKU", value_name: "S-1" }],
      [{ id: "SELLER_SKU", value_name: "S-2" }],
    ]);
  });

  it("may change in the same request", () => {
    const green = { id: "COLOR", value_id: "93" };
    const { variations, issues } = move(there, [{ id: 1 }, { id: 2, attribute_combinations: [green] }]);
    expect(issues).toEqual([]);
    expect(variations.map(({ combinations }) => combinations[0]?.value_id)).toEqual(["91", "93"]);
  });

  it("are refused with a value that it does not take", () => {
    const { issues } = move(categoryWith(color({ Rojo: "91" }, { value_type: "list" })));
    expect(issues).toMatchObject([
      {
        code: "item.variations.attribute_combinations.invalid_value",
        message: "COLOR must be one of its listed values",
        references: ["body.variations"],
      },
    ]);
  });
});
