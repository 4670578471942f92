import { z } from "zod";
import type { Caller } from "../declare/caller.ts";
import { common } from "../declare/common-problems.ts";
import type { InvalidBody, InvalidInput, Operation } from "../declare/declare.ts";
import type { Cause, Problem } from "../declare/problem.ts";
import { causesOf, suggesting } from "./causes.ts";
import { checkText, DecodeError, InvalidInputError } from "./decode-error.ts";
import type { Exchange } from "./exchange.ts";
import { readJsonBody } from "./json-body.ts";

const noFields = z.object({});
const compiled = new WeakMap<object, z.ZodObject>();

/** The object schema of a shape, built once per shape. */
function schemaOf(shape: z.ZodRawShape | undefined): z.ZodObject {
  if (!shape) return noFields;
  const present = compiled.get(shape);
  if (present) return present;
  const schema = z.object(shape);
  compiled.set(shape, schema);
  return schema;
}

export interface ValidInput {
  params: never;
  query: never;
  headers: never;
  body: never;
}

interface Sent<Deps> {
  exchange: Exchange;
  /** Path parameters, not yet decoded. */
  raw: Record<string, string>;
  deps: Deps;
}

/**
 * Decodes and validates everything an operation declares. Throws the operation's problem for invalid input,
 * with the causes of path, query, headers and body together.
 */
export async function readInput<Deps>(
  operation: Operation<Deps>,
  { exchange, raw, deps }: Sent<Deps>,
): Promise<ValidInput> {
  const found: InvalidInput[] = [];
  const params = collecting(found, () =>
    parse(schemaOf(operation.params), "params", operation.rawParams ? { values: raw } : decodedParams(raw)),
  );
  const query = collecting(found, () =>
    parse(schemaOf(operation.query), "query", declaredQuery(operation, exchange)),
  );
  const headers = collecting(found, () =>
    parse(schemaOf(operation.headers), "headers", { values: declaredHeaders(operation, exchange) }),
  );
  const body = await readBody(operation, { ...exchange, params }, deps).catch((error) => note(found, error));
  const [first] = found;
  if (first) throw invalid(operation, { ...first, causes: found.flatMap(({ causes }) => causes) });
  // The handler's own types are erased in Operation; the schemas above are what they were inferred from.
  return { params, query, headers, body } as ValidInput;
}

/** What `read` gives; `undefined`, with the issues in `found`, when that part of the input is invalid. */
function collecting<T>(found: InvalidInput[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    return note(found, error);
  }
}

/** What else is wrong with a body, such as its length, matters only where path and query are valid. */
function note(found: InvalidInput[], error: unknown): undefined {
  if (error instanceof InvalidInputError) found.push(error.input);
  else if (found.length === 0) throw error;
}

/** Values by name, and the causes of those that cannot be decoded. */
interface Decoded {
  values: Record<string, unknown>;
  undecodable?: ReadonlyMap<unknown, Cause>;
}

function parse(
  schema: z.ZodType,
  where: "params" | "query" | "headers",
  { values, undecodable = new Map() }: Decoded,
): Record<string, unknown> {
  const result = schema.safeParse(values, { reportInput: true });
  // The schemas of params, query and headers are objects.
  if (result.success && undecodable.size === 0) return result.data as Record<string, unknown>;
  const issues = result.error?.issues.filter(({ path: [name] }) => !undecodable.has(name)) ?? [];
  throw new InvalidInputError({ where, causes: [...undecodable.values(), ...causesOf(issues, where)] });
}

async function readBody<Deps>(
  operation: Operation<Deps>,
  { req, res, caller, params }: Exchange & { params: InvalidBody["params"] | undefined },
  deps: Deps,
): Promise<unknown> {
  if (!operation.body || operation.upload || (operation.orForm && isMultipart(req))) return undefined;
  const value = await readJsonBody(req, res);
  return validBody(operation, { params, value, caller }, deps);
}

/** Whether a request sends a form with files. */
export const isMultipart = ({ headers }: Exchange["req"]): boolean =>
  /^multipart\/form-data\b/i.test(headers["content-type"] ?? "");

type BodyRules<Deps, B extends z.ZodType = z.ZodType> = Pick<Operation<Deps>, "furtherCauses"> & {
  body?: B | undefined;
  problems?: Pick<NonNullable<Operation<Deps>["problems"]>, "invalid">;
};

interface SentValue extends Pick<InvalidBody, "value" | "caller"> {
  params: InvalidBody["params"] | undefined;
}

async function validBody<Deps, B extends z.ZodType>(
  { body: schema, furtherCauses }: BodyRules<Deps, B>,
  { params, value, caller }: SentValue,
  deps: Deps,
): Promise<z.output<B> | undefined> {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const causes = causesOf(result.error.issues, "body", suggesting(schema));
  const others = params && (await furtherCauses?.({ params, value, causes, caller }, deps));
  throw new InvalidInputError({ where: "body", causes: [...causes, ...(others ?? [])], value });
}

/**
 * Reads a value, such as a line of NDJSON, as an operation reads its whole body. Throws the operation's
 * problem for an invalid one.
 */
export async function readAsBody<Deps, B extends z.ZodType>(
  rules: BodyRules<Deps, B> & { body: B },
  { value, caller }: { value: () => unknown; caller: Caller },
  deps: Deps,
): Promise<z.output<B>> {
  try {
    // With a schema there is a value.
    return (await validBody(rules, { params: {}, value: value(), caller }, deps)) as z.output<B>;
  } catch (error) {
    throw error instanceof InvalidInputError ? invalid(rules, error.input) : error;
  }
}

/** The operation's own problem for invalid input, else 400 `bad_request` with every cause. */
function invalid<Deps>(operation: BodyRules<Deps>, input: InvalidInput): Problem {
  const own = operation.problems?.invalid?.(input);
  if (own) return own;
  if (input.where === "media") return common.unsupported_media_type({ expected: "application/json" });
  return badRequest(input);
}

function badRequest(input: InvalidInput): Problem {
  const [first] = input.causes;
  const message = first
    ? `Invalid ${first.references[0] ?? input.where}: ${first.message}`
    : "Invalid request";
  return common.bad_request({ message }, { cause: input.causes });
}

const decodedParams = (raw: Record<string, string>): Decoded =>
  decoded(Object.keys(raw), (name) => decodeText(raw[name] ?? "", `params.${name}`));

/** Reads each value, also after one that cannot be decoded: a client gets all issues at once. */
function decoded(names: readonly string[], read: (name: string) => string | undefined): Decoded {
  const values: Record<string, string> = {};
  const undecodable = new Map<string, Cause>();
  for (const name of names) {
    try {
      const value = read(name);
      if (value !== undefined) values[name] = value;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      for (const cause of error.input.causes) undecodable.set(name, cause);
    }
  }
  return { values, undecodable };
}

const badEncoding = (where: "params" | "query", path: string) =>
  new DecodeError(where, {
    code: "invalid_encoding",
    message: "is not valid percent-encoded UTF-8",
    references: [path],
  });

/** Percent-decodes; rejects NUL, lone surrogates and sequences that are not UTF-8. */
function decodeText(text: string, path: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw badEncoding("params", path);
  }
  checkText(decoded, "params", () => path);
  return decoded;
}

/** Reads declared parameters only; others are ignored, whatever they hold (decisions 1.11). */
const declaredQuery = <Deps>(operation: Operation<Deps>, exchange: Exchange): Decoded =>
  decoded(Object.keys(operation.query ?? {}), (name) => textOf(exchange, name));

function declaredHeaders<Deps>(operation: Operation<Deps>, { req }: Exchange): Record<string, unknown> {
  const names = Object.keys(operation.headers ?? {});
  return Object.fromEntries(names.map((name) => [name, req.headers[name.toLowerCase()]]));
}

/** Of duplicates the first counts. */
function textOf({ query, search }: Exchange, name: string): string | undefined {
  const value = query.get(name);
  if (value === null) return undefined;
  // URLSearchParams replaces bytes that are not UTF-8 by U+FFFD, which the client did not write.
  if (value.includes("\ufffd") && !/%ef%bf%bd/i.test(search)) throw badEncoding("query", `query.${name}`);
  checkText(value, "query", () => `query.${name}`);
  return value;
}

/** Reads a query parameter that the operation cannot declare; throws 400 when it is not text. */
export function queryParameter(exchange: Exchange, name: string): string | undefined {
  try {
    return textOf(exchange, name);
  } catch (error) {
    throw error instanceof DecodeError ? badRequest(error.input) : error;
  }
}
