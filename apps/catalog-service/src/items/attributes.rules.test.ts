import { describe, expect, it } from "vitest";
import type { AttributeDefinition } from "./attribute-values.rules.ts";
import { structOf } from "./attribute-values.rules.ts";
import { type Definitions, resolveAttributes } from "./attributes.rules.ts";
import { AttributeInput } from "./item-attributes.schema.ts";

const materials: AttributeDefinition = {
  id: "MATERIALS",
  name: "Materiales",
  value_type: "string",
  tags: { multivalued: true },
  values: [
    { id: "1", name: "Cuero" },
    { id: "2", name: "Lona" },
  ],
  attribute_group_id: "MAIN",
  attribute_group_name: "Principales",
};
const definitions: Definitions = {
  field: "attributes",
  unknown: (id) => `there is no ${id}`,
  known: new Map([[materials.id, materials]]),
  open: false,
};
const open: Definitions = { ...definitions, known: new Map(), open: true };

describe("several values", () => {
  const both = {
    id: "MATERIALS",
    name: "Materiales",
    value_id: null,
    value_name: "Cuero,Yute",
    values: [
      { id: "1", name: "Cuero" },
      { id: null, name: "Yute" },
    ],
    attribute_group_id: "MAIN",
    attribute_group_name: "Principales",
  };
  const given = { id: "MATERIALS", values: [{ id: "1" }, { name: "Yute" }] };

  it("are taken by a multivalued attribute, known and free ones", () => {
    expect(resolveAttributes([given], definitions)).toMatchObject({ attributes: [both], issues: [] });
  });

  it("stay when they are sent back, and change by their list", () => {
    const back = { ...both, values: both.values.map((value) => ({ ...value, struct: null })) };
    const { attributes } = resolveAttributes([back], definitions, [both]);
    expect(attributes[0]).toBe(both);
    const fewer = resolveAttributes([{ ...back, values: [{ id: "2" }] }], definitions, [both]);
    expect(fewer.attributes).toMatchObject([{ value_id: "2", value_name: "Lona" }]);
    expect(fewer.attributes[0]).not.toHaveProperty("values");
  });

  it("have at most 2 000 characters together, so that what is answered can be sent back", () => {
    const of = (length: number) => ({
      id: "MATERIALS",
      values: [{ id: "1" }, { name: "x".repeat(length - "Cuero,".length) }],
    });
    const [stored] = resolveAttributes([of(2_000)], definitions).attributes;
    expect(stored?.value_name).toHaveLength(2_000);
    expect(AttributeInput.safeParse(stored).success).toBe(true);
    expect(resolveAttributes([of(2_001)], definitions)).toMatchObject({
      attributes: [],
      issues: [
        {
          code: "item.attributes.invalid_value",
          message: "MATERIALS may have at most 2000 characters in all its values",
          references: ["body.attributes[0].value_id"],
        },
      ],
    });
  });

  it("are fifty at most", () => {
    const of = (count: number) => ({ id: "X", values: Array.from({ length: count }, () => ({ name: "x" })) });
    expect(AttributeInput.safeParse(of(50)).success).toBe(true);
    expect(AttributeInput.safeParse(of(51)).error?.issues).toMatchObject([
      { code: "too_big", path: ["values"] },
    ]);
  });
});

describe("where nothing is defined", () => {
  it("values are taken as they are, with the name and the group that were given", () => {
    const given = { id: "X", name: "Equis", value_id: "7", value_name: "Siete", attribute_group_id: "G" };
    expect(resolveAttributes([given], open).attributes).toEqual([{ ...given, attribute_group_name: "G" }]);
  });

  it("an id without a name is no value", () => {
    expect(resolveAttributes([{ id: "X", value_id: "7" }], open).issues).toMatchObject([
      { code: "item.attributes.invalid_value", references: ["body.attributes[0].value_id"] },
    ]);
  });
});

it.each([
  ["128 GB", { number: 128, unit: "GB" }],
  ["2,5kg", { number: 2.5, unit: "kg" }],
  ['15.6 "', { number: 15.6, unit: '"' }],
  ["-3 °C", { number: -3, unit: "°C" }],
  ["128", undefined],
  ["GB", undefined],
  [`${"9".repeat(400)} GB`, undefined],
])("the amount and the unit of %j are %j", (text, struct) => {
  expect(structOf(text)).toEqual(struct);
});
