import { isObjectType } from "graphql";
import { expect, test } from "vitest";
import { z } from "zod";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import { buildConfiguration, coveragePart, deliveryPart } from "./build-configuration.rules.ts";
import { FlexConfiguration, StoredCoverage, StoredDelivery } from "./configuration.schema.ts";
import { configurationSchema } from "./query.schema.ts";
import { stateOf } from "./state.fixture.ts";

const state = stateOf();

/** The names of fields that an answer may lack, at any depth. */
function optionalFields(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
      field instanceof z.ZodOptional ? [name] : optionalFields(field),
    );
  if (schema instanceof z.ZodArray) return optionalFields(schema.element);
  return schema instanceof z.ZodNullable ? optionalFields(schema.unwrap()) : [];
}

test("no declared field is optional, so that one that is never built is missed", () => {
  const shapes = [FlexConfiguration, StoredDelivery, StoredCoverage];
  expect(shapes.flatMap(optionalFields)).toEqual([]);
});

test("a configuration that is built has every field that is declared, and no other", () => {
  const built = buildConfiguration(state, areaById("MLA-BUE"), "2026-03-10");
  // Strict objects: parsing refuses a field that is missing and one that is not declared.
  expect(FlexConfiguration.parse(built)).toEqual(built);
  expect(StoredDelivery.parse(deliveryPart(state.delivery))).toEqual(deliveryPart(state.delivery));
  expect(StoredCoverage.parse(coveragePart(state))).toEqual(coveragePart(state));
});

test("GraphQL selects what is declared", () => {
  const type = configurationSchema.getType("Configuration");
  expect(isObjectType(type) && Object.keys(type.getFields())).toEqual(Object.keys(FlexConfiguration.shape));
});
