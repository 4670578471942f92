import MiniSearch from "minisearch";
import { z } from "zod";

/** An operation, as an OpenAPI document of the product describes it. */
export interface Operation {
  id: string;
  api: "public" | "sandbox";
  method: string;
  path: string;
  summary: string;
  parameters: { name: string; in: string; required: boolean; description: string }[];
  /** The schema of its JSON body; absent where it takes none. */
  body?: unknown;
  /** Whether it takes a body that is no JSON alone. */
  isUpload: boolean;
  errors: OperationError[];
}

/** An error that an operation may give. */
export interface OperationError {
  status: number;
  error: string;
  message: string;
}

const Content = z.looseObject({ schema: z.unknown().optional() });
const Described = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(""),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        description: z.string().default(""),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: z.record(z.string(), Content) }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().default("") })),
});
const methods = new Set(["get", "head", "post", "put", "patch", "delete"]);
const Document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** The operations of an OpenAPI document. */
export const operationsOf = (document: unknown, api: Operation["api"]): Operation[] =>
  Object.entries(Document.parse(document).paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, described]) => operationOf({ path, method, api }, Described.parse(described))),
  );

type Place = Pick<Operation, "path" | "method" | "api">;

function operationOf({ path, method, api }: Place, described: z.output<typeof Described>): Operation {
  const { operationId: id, summary, parameters, requestBody, responses } = described;
  const body = requestBody?.content["application/json"]?.schema;
  return {
    id,
    api,
    method: method.toUpperCase(),
    path,
    summary,
    parameters: parameters.map(({ name, in: place, required, description }) => ({
      name,
      in: place,
      required,
      description,
    })),
    ...(body !== undefined && { body }),
    isUpload: requestBody !== undefined && body === undefined,
    errors: Object.entries(responses).flatMap(([status, { description }]) => errorsIn(status, description)),
  };
}

/** The description of an error answer has a paragraph for each: a code, then the message. */
const errorsIn = (status: string, description: string): OperationError[] =>
  description.split("\n\n").flatMap((paragraph) => {
    const [, error, message] = /^`(\w+)`: (.*)$/s.exec(paragraph) ?? [];
    if (error === undefined || message === undefined) return [];
    return [{ status: Number(status), error, message: message.replaceAll("\\<", "<") }];
  });

export type Operations = ReturnType<typeof createOperations>;

/** Operations with a full-text index. */
export function createOperations(all: readonly Operation[]) {
  const index = new MiniSearch<Operation>({
    fields: ["id", "path", "summary", "method"],
    searchOptions: { boost: { summary: 2, id: 2 }, prefix: true, fuzzy: 0.15 },
    // Words of an id such as askQuestion are words of their own.
    tokenize: (text) => text.replaceAll(/([a-z])([A-Z])/g, "$1 $2").split(/[^\p{L}\p{N}]+/u),
  });
  index.addAll(all);
  return {
    all,
    find: (id: string): Operation | undefined => all.find((one) => one.id === id),
    search: (query: string, limit: number): Operation[] =>
      index
        .search(query)
        .slice(0, limit)
        .flatMap(({ id }) => all.find((one) => one.id === id) ?? []),
  };
}

/** Where the documents are; a product without the lab has no second one. */
const documents = [
  ["public", "/openapi.json"],
  ["sandbox", "/_sandbox/openapi.json"],
] as const;

const known = new Map<string, Promise<Operations>>();

/** The operations of a product, read once. */
export function loadOperations(baseUrl: string): Promise<Operations> {
  const reading = known.get(baseUrl) ?? readOperations(baseUrl);
  known.set(baseUrl, reading);
  // A product that did not answer is asked again.
  reading.catch(() => known.delete(baseUrl));
  return reading;
}

async function readOperations(baseUrl: string): Promise<Operations> {
  const lists = await Promise.all(
    documents.map(async ([api, path]) => {
      const answer = await fetch(baseUrl + path);
      if (answer.ok) return operationsOf(await answer.json(), api);
      if (api === "sandbox") return [];
      throw new Error(`${baseUrl}${path} answered ${answer.status}`);
    }),
  );
  return createOperations(lists.flat());
}
