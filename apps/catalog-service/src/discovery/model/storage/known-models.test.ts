import { expect, it } from "vitest";
import { train } from "../training/train.ts";
import { knownModel, modelOf } from "./known-models.ts";
import { serializeModel } from "./serialize.ts";

it("finds a model that is in use by its digest, and no other", () => {
  const bytes = serializeModel(train([{ title: "celular rojo", categoryId: "MLA1" }]));
  const model = modelOf("one", bytes);
  expect(knownModel("one")).toBe(model);
  expect(knownModel("another")).toBeUndefined();
  expect(knownModel(undefined)).toBeUndefined();
});
