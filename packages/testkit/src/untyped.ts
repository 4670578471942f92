import type { OpenApiFragment } from "@marketplace/conventions";

/** Schemas and successful answers of an OpenAPI document that allow any value, such as `Question/answer`. */
export function untypedAnswers({ schemas, paths }: OpenApiFragment): string[] {
  const { Error: _, ...named } = schemas;
  const operations = Object.values(paths).flatMap((path) => Object.values(path)) as DocumentedOperation[];
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([, { content }]) => [operationId, content?.["application/json"]?.schema] as const),
  );
  return [...Object.entries(named), ...answers].flatMap(([name, schema]) => untyped(schema, name));
}

interface DocumentedOperation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

function untyped(schema: unknown, path: string): string[] {
  if (schema === undefined || schema === false) return [];
  if (typeof schema !== "object" || schema === null) return [path];
  const { description: _, ...keywords } = schema as Record<string, unknown>;
  if (Object.keys(keywords).length === 0) return [path];
  const { properties = {}, items, additionalProperties, anyOf = [], allOf = [] } = keywords as Keywords;
  return [
    ...Object.entries(properties).flatMap(([name, field]) => untyped(field, `${path}/${name}`)),
    ...untyped(items, `${path}/[]`),
    ...untyped(additionalProperties, `${path}/*`),
    ...[...anyOf, ...allOf].flatMap((part) => untyped(part, path)),
  ];
}

interface Keywords {
  properties?: Record<string, unknown>;
  items?: unknown;
  additionalProperties?: unknown;
  anyOf?: unknown[];
  allOf?: unknown[];
}
