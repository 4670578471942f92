import { expect, it } from "vitest";
import type { Attribute, Prediction } from "./catalog-queries.ts";
import { bodyOf, predictedValues, shownAttributes } from "./new-item.rules.ts";

const attributes: Attribute[] = [
  {
    id: "BRAND",
    name: "Marca",
    tags: { required: true },
    value_type: "string",
    values: [{ id: "1", name: "Samsung" }],
  },
  { id: "COLOR", name: "Color", tags: {}, value_type: "string" },
  { id: "SIZE", name: "Medida", tags: {}, value_type: "string" },
];
const prediction: Prediction = {
  domain_id: "MLA-PHONES",
  domain_name: "Celulares",
  category_id: "MLA1",
  category_name: "Celulares",
  attributes: [
    { id: "BRAND", name: "Marca", value_id: "1", value_name: "Samsung" },
    { id: "COLOR", name: "Color", value_id: null, value_name: "Negro" },
  ],
};

it("the form shows what is required, then what the title names", () => {
  const { required, others } = shownAttributes(attributes, prediction);
  expect([required.map(({ id }) => id), others.map(({ id }) => id)]).toEqual([["BRAND"], ["COLOR"]]);
});

it("a listed value goes by its id, another by its name, and an empty one not at all", () => {
  const draft = { price: 10, units: 2, condition: "new", listingType: "gold_special" };
  const values = { ...predictedValues(prediction), SIZE: " " };
  const known = { title: " Galaxy ", categoryId: "MLA1", currency: "ARS", attributes };
  expect(bodyOf({ ...draft, values }, known)).toEqual({
    title: "Galaxy",
    category_id: "MLA1",
    currency_id: "ARS",
    available_quantity: 2,
    condition: "new",
    listing_type_id: "gold_special",
    price: 10,
    attributes: [
      { id: "BRAND", value_id: "1" },
      { id: "COLOR", value_name: "Negro" },
    ],
  });
});
