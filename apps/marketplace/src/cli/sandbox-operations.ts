import { InvalidArgumentError } from "commander";
import { z } from "zod";

/** An operation of the lab, as its document describes it. */
export interface LabOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** The names of its query parameters. */
  query: readonly string[];
  /** The media type of its body; absent when it takes none. */
  bodyType?: string | undefined;
  /** The fields of its body that are text, whatever they look like. */
  texts?: readonly string[];
}

/** The schema of a body, or a reference to it. */
const BodySchema = z.object({
  $ref: z.string().optional(),
  properties: z.record(z.string(), z.object({ type: z.unknown().optional() })).default({}),
});

const LabDocument = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        summary: z.string(),
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
        requestBody: z
          .object({ content: z.record(z.string(), z.object({ schema: BodySchema.optional() })) })
          .optional(),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()).default({}) }).optional(),
});
type LabDocument = z.output<typeof LabDocument>;

/** The operations of an OpenAPI document. */
export function operationsOf(document: unknown): LabOperation[] {
  const lab = LabDocument.parse(document);
  return Object.entries(lab.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, parameters, requestBody }]) => {
      const [[bodyType, body] = []] = Object.entries(requestBody?.content ?? {});
      return {
        id: operationId,
        method: method.toUpperCase(),
        path,
        summary,
        query: parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
        bodyType,
        texts: textsOf(body?.schema, lab),
      };
    }),
  );
}

function textsOf(schema: z.output<typeof BodySchema> | undefined, { components }: LabDocument): string[] {
  const named = schema?.$ref?.split("/").at(-1);
  const { properties } =
    named === undefined ? (schema ?? {}) : BodySchema.parse(components?.schemas[named] ?? {});
  return Object.entries(properties ?? {}).flatMap(([name, { type }]) => (type === "string" ? [name] : []));
}

/** A line for each operation. */
export const listed = (operations: readonly LabOperation[]): string =>
  operations
    .map(({ id, method, path, summary }) => `${id.padEnd(24)} ${method.padEnd(6)} ${path}: ${summary}\n`)
    .join("");

/**
 * The path and the body of a request: values that the path or the query has go there, others are fields of
 * the body. The body is absent without such values.
 */
export function requestOf(operation: LabOperation, values: readonly string[]) {
  const query = new URLSearchParams();
  const fields: Record<string, unknown> = {};
  let { path } = operation;
  for (const text of values) {
    const [name, value] = pairOf(text);
    if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (operation.query.includes(name)) query.append(name, value);
    else fields[name] = operation.texts?.includes(name) ? value : jsonOrText(value);
  }
  const [, missing] = /\{(\w+)\}/.exec(path) ?? [];
  if (missing !== undefined) throw new InvalidArgumentError(`${operation.id} needs ${missing}=…`);
  const search = query.size > 0 ? `?${query}` : "";
  const hasFields = Object.keys(fields).length > 0;
  return { path: path + search, ...(hasFields && { body: JSON.stringify(fields) }) };
}

function pairOf(text: string): [name: string, value: string] {
  const mark = text.indexOf("=");
  if (mark < 1) throw new InvalidArgumentError(`${text}: say name=value`);
  return [text.slice(0, mark), text.slice(mark + 1)];
}

/** JSON where it is, else text. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
