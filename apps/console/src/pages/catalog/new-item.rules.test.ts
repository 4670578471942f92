import { expect, it } from "vitest";
import type { Attribute, Prediction } from "./catalog-queries.ts";
import { bodyOf, predictedValues, predictionFor, shownAttributes } from "./new-item.rules.ts";

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

const shown = (values: Record<string, string>) => {
  const { required, others } = shownAttributes(attributes, values);
  return [required.map(({ id }) => id), others.map(({ id }) => id)];
};

it("the form shows what is required, then what the title names and what was typed", () => {
  expect(shown(predictedValues(prediction))).toEqual([["BRAND"], ["COLOR"]]);
  expect(shown({ ...predictedValues(prediction), SIZE: "" })).toEqual([["BRAND"], ["COLOR", "SIZE"]]);
  expect(shown({})).toEqual([["BRAND"], []]);
});

it("the first category is taken, or the chosen one, until a form is begun, which stays in its own", () => {
  const other = { ...prediction, category_id: "MLA2" };
  const [none, begun] = [{ begun: undefined, chosen: undefined }, prediction];
  expect(predictionFor([other, prediction], none)).toBe(other);
  expect(predictionFor([other, prediction], { ...none, chosen: "MLA1" })).toBe(prediction);
  expect(predictionFor([other], { ...none, chosen: "MLA1" })).toBe(other);
  expect(predictionFor([], none)).toBeUndefined();
  const now = { ...prediction, attributes: [] };
  expect(predictionFor([other, now], { begun, chosen: undefined })).toBe(now);
  // What an earlier title named is not said of this one.
  expect(predictionFor([other], { begun, chosen: "MLA2" })).toEqual(now);
  expect(predictionFor(undefined, { begun, chosen: undefined })).toEqual(now);
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
