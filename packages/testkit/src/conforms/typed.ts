import type { OpenApiFragment } from "@marketplace/conventions";
import { expect, it } from "vitest";
import type { Subject } from "./subject.ts";

interface Schema {
  type?: string;
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  not?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: Schema | boolean;
}

/** The schemas inside a schema, each with its place. */
function partsOf(schema: Schema): [string, Schema][] {
  const { properties, items, prefixItems, anyOf, oneOf, allOf, additionalProperties } = schema;
  const hasTypedRest =
    typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0;
  const at = (step: string, parts: readonly Schema[] = []) =>
    parts.map((part): [string, Schema] => [step, part]);
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => at(`.${name}`, [part])),
    ...at("[]", typeof items === "object" ? [items] : []),
    ...at("[]", prefixItems),
    ...[anyOf, oneOf, allOf].flatMap((parts) => at("", parts)),
    ...at("{}", hasTypedRest ? [additionalProperties] : []),
  ];
}

/** A schema that allows any value, any list, or an object without declared fields. */
function isFreeForm(schema: Schema): boolean {
  if (partsOf(schema).length > 0) return false;
  if (schema.type === "object") return schema.additionalProperties !== false;
  return schema.type === "array" || !["type", "$ref", "const", "enum", "not"].some((key) => key in schema);
}

const untypedIn = (place: string, schema: Schema): string[] => [
  ...(isFreeForm(schema) ? [place] : []),
  ...partsOf(schema).flatMap(([step, part]) => untypedIn(place + step, part)),
];

/** The places of a document's answers and components that have no type. */
export function untypedAnswers({ paths, schemas }: OpenApiFragment): string[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods)) as {
    operationId: string;
    responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
  }[];
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.values(responses).flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap(({ schema }) => untypedIn(operationId, schema)),
    ),
  );
  return [...answers, ...Object.entries(schemas).flatMap(([name, schema]) => untypedIn(name, schema))];
}

/** Tests that OpenAPI types every answer; `freeForm` lists the places that hold any JSON by their nature. */
export function testTypes({ fragment }: Subject, freeForm: readonly string[] = []): void {
  it("gives every field of its answers a type", () => {
    expect(untypedAnswers(fragment).toSorted()).toEqual([...freeForm].toSorted());
  });
}
