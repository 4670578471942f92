import type { z } from "zod";
import { common } from "../declare/common-problems.ts";
import type { Operation, Resource } from "../declare/declare.ts";
import { ErrorBody, type ProblemEntry } from "../declare/problem.ts";
import { descriptionOf } from "../declare/wire.ts";
import { jsonSchema, type Schema } from "./json-schema.ts";

/** A part of an OpenAPI 3.1 document: what one service contributes to the merged one. */
export interface OpenApiFragment {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, unknown>>;
  schemas: Record<string, Schema>;
}

export function openApiFragment(resources: readonly Resource<never>[]): OpenApiFragment {
  const fragment: OpenApiFragment = { tags: [], paths: {}, schemas: errorSchemas() };
  for (const resource of resources) {
    fragment.tags.push({ name: resource.name, description: resource.description });
    for (const operation of resource.operations) {
      const described = {
        [operation.method.toLowerCase()]: describeOperation(operation, resource.name, fragment.schemas),
      };
      fragment.paths[operation.path] = { ...fragment.paths[operation.path], ...described };
    }
  }
  return fragment;
}

/** The components of every error. The body is open, because a resource may add `errorFields`. */
function errorSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  jsonSchema(ErrorBody, "output", schemas);
  const { ErrorBody: { additionalProperties: _, ...open } = {}, ...others } = schemas;
  return { Error: open, ...others };
}

function describeOperation(
  operation: Operation<never>,
  tag: string,
  schemas: Record<string, Schema>,
): Schema {
  return {
    operationId: operation.id,
    summary: operation.summary,
    tags: [tag],
    security: securityOf(operation),
    parameters: [
      ...parametersOf(operation.params, "path", schemas),
      ...parametersOf(operation.query, "query", schemas),
      ...(operation.creates ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(operation, schemas),
    responses: { ...successOf(operation, schemas), ...othersOf(operation), ...errorsOf(operation) },
  };
}

/** A token that may also be a form field is optional as far as headers go. */
function securityOf({ access, formTokenScope }: Operation<never>): Record<string, string[]>[] {
  if (access !== "public") return [{ accessToken: [access] }];
  return formTokenScope === undefined ? [] : [{ accessToken: [formTokenScope] }, {}];
}

const idempotencyKey: Schema = {
  name: "Idempotency-Key",
  in: "header",
  description: "Makes a repetition of this request answer what the first one answered, for 24 hours",
  schema: { type: "string", maxLength: 255 },
};

function parametersOf(
  shape: z.ZodRawShape | undefined,
  place: "path" | "query",
  schemas: Record<string, Schema>,
): Schema[] {
  return Object.entries(shape ?? {}).map(([name, field]) => {
    // A raw shape's members are zod schemas; the core type does not say so.
    const schema = field as z.ZodType;
    const required = place === "path" || !schema.safeParse(undefined).success;
    return {
      name,
      in: place,
      required,
      description: descriptionOf(schema) ?? "",
      schema: jsonSchema(schema, "input", schemas),
    };
  });
}

function requestBodyOf({ body, upload }: Operation<never>, schemas: Record<string, Schema>): Schema {
  if (!body && !upload) return {};
  const required = !body?.safeParse(undefined).success;
  const schema = body ? jsonSchema(body, "input", schemas) : {};
  return { requestBody: { required, content: { [upload ?? "application/json"]: { schema } } } };
}

function successOf(
  { status = 200, response, file }: Operation<never>,
  schemas: Record<string, Schema>,
): Schema {
  if (file)
    return {
      [status]: {
        description: "The file",
        content: { [file]: { schema: { type: "string", format: "binary" } } },
      },
    };
  if (!response) return { [status]: { description: status === 204 ? "Done, without a body" : "Success" } };
  return {
    [status]: {
      description: "Success",
      content: { "application/json": { schema: jsonSchema(response, "output", schemas) } },
    },
  };
}

const othersOf = ({ otherAnswers = {} }: Operation<never>): Schema =>
  Object.fromEntries(Object.entries(otherAnswers).map(([status, description]) => [status, { description }]));

/** One response per status, naming each code and message that the operation may give under it. */
function errorsOf(operation: Operation<never>): Schema {
  const { invalidToken, missingScope, unexpected } = operation.problems ?? {};
  const own = [invalidToken?.(), missingScope?.(), unexpected?.()].filter((problem) => problem !== undefined);
  const entries = [
    ...standardErrors(operation),
    ...own.map(({ status, error, message }) => ({ status, error, template: message })),
    ...(operation.errors ?? []),
  ];
  const byStatus = Object.groupBy(entries, ({ status }) => String(status));
  const described = Object.entries(byStatus).map(([status, group]) => {
    const lines = (group ?? []).map(({ error, template }) => `\`${error}\`: ${template}`);
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
    return [status, { description: [...new Set(lines)].join("\n\n"), content }] as const;
  });
  return Object.fromEntries(described);
}

type Described = Pick<ProblemEntry, "status" | "error" | "template">;

function standardErrors(operation: Operation<never>): Described[] {
  const { access, formTokenScope, method, body, upload, params, query, creates } = operation;
  const open = access === "public" && formTokenScope === undefined;
  const token = open ? [] : [common.access_token_not_granted, common.invalid_token, common.invalid_scopes];
  // Every GET has an input: the name of its callback.
  const input =
    (body ?? upload ?? params ?? query) || method === "GET"
      ? [{ status: 400, error: "bad_request", template: "what is wrong, one cause per fault" }]
      : [];
  const payload = [
    ...((body ?? upload) ? [common.payload_too_large] : []),
    ...(body ? [common.unsupported_media_type] : []),
  ];
  const repetition = creates ? [common.idempotency_conflict] : [];
  const storage = method === "GET" || access === "read" ? [] : [common.insufficient_storage];
  return [
    ...token,
    ...input,
    ...payload,
    ...repetition,
    common.too_many_requests,
    common.internal_server_error,
    common.service_unavailable,
    ...storage,
  ];
}

export function openApiDocument(
  fragments: readonly OpenApiFragment[],
  info: { version: string; baseUrl: string },
): Schema {
  return {
    openapi: "3.1.0",
    info: { title: "Marketplace API", version: info.version },
    servers: [{ url: info.baseUrl }],
    security: [{ accessToken: [] }],
    tags: fragments.flatMap(({ tags }) => tags),
    paths: Object.assign({}, ...fragments.map(({ paths }) => paths)),
    components: {
      securitySchemes: { accessToken: { type: "http", scheme: "bearer" } },
      schemas: Object.assign({}, ...fragments.map(({ schemas }) => schemas)),
    },
  };
}
