import { z } from "zod";

/** As much of a schema as tells which values a field may have. */
interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  properties?: Record<string, Schema> | undefined;
  items?: Schema | undefined;
  anyOf?: Schema[] | undefined;
  oneOf?: Schema[] | undefined;
  allOf?: Schema[] | undefined;
}

const SchemaObject = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
});

/** `true` is the schema of anything. */
const Schema: z.ZodType<Schema> = z.preprocess(
  (value) => (typeof value === "boolean" ? {} : value),
  SchemaObject,
);

const Parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() });

const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(Parameter).default([]),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: Schema.optional() })).optional() }),
  ),
});

export const OpenApiDocument = z.looseObject({
  paths: z.record(z.string(), z.looseObject({ get: Operation.optional() })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema).default({}) }).optional(),
});
export type OpenApiDocument = z.output<typeof OpenApiDocument>;

/** A read that answers JSON. */
export interface ReadOperation {
  id: string;
  /** With names in braces. */
  path: string;
  /** The names of query parameters that it needs. */
  required: readonly string[];
  schema: Schema | undefined;
}

/** The reads of a document that answer JSON, but for the document itself. */
export const readOperations = ({ paths }: OpenApiDocument): ReadOperation[] =>
  Object.entries(paths).flatMap(([path, { get }]) => {
    const content = get?.responses["200"]?.content ?? {};
    const json = Object.entries(content).find(([type]) => type.startsWith("application/json"))?.[1];
    if (!get || !json || path === "/openapi.json") return [];
    const required = get.parameters.filter((one) => one.in === "query" && one.required);
    return [{ id: get.operationId, path, required: required.map(({ name }) => name), schema: json.schema }];
  });

/** Schemas may refer to themselves. */
const deepest = 12;

/** The enums of a response by the path of their field. A field that may be any text has none. */
export function enumsOf(
  schema: Schema | undefined,
  document: OpenApiDocument,
): ReadonlyMap<string, string[]> {
  const schemas = document.components?.schemas ?? {};
  const found = new Map<string, Set<string> | "any">();
  const visit = (one: Schema, path: string, depth: number): void => {
    if (depth > deepest) return;
    if (one.$ref !== undefined) {
      const target = schemas[one.$ref.slice(one.$ref.lastIndexOf("/") + 1)];
      if (target) visit(target, path, depth + 1);
    }
    for (const branch of [...(one.anyOf ?? []), ...(one.oneOf ?? []), ...(one.allOf ?? [])])
      visit(branch, path, depth + 1);
    addTexts(found, path, one);
    if (one.items) visit(one.items, `${path}[]`, depth + 1);
    for (const [name, field] of Object.entries(one.properties ?? {}))
      visit(field, path === "" ? name : `${path}.${name}`, depth + 1);
  };
  if (schema) visit(schema, "", 0);
  return new Map([...found].flatMap(([path, texts]) => (texts === "any" ? [] : [[path, [...texts]]])));
}

function addTexts(found: Map<string, Set<string> | "any">, path: string, schema: Schema): void {
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  const known = found.get(path);
  if (listed) {
    const texts = listed.filter((value) => typeof value === "string");
    if (known !== "any" && texts.length > 0) found.set(path, new Set([...(known ?? []), ...texts]));
  } else if ([schema.type].flat().includes("string")) found.set(path, "any");
}
