import type { Request, Response } from "express";
import { z } from "zod";
import { common } from "./common-problems.ts";
import type { InvalidInput, Operation } from "./declare.ts";
import type { Exchange } from "./exchange.ts";
import { checkText, readJsonBody, UnreadableBody } from "./json-body.ts";
import type { Cause, Problem } from "./problem.ts";

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
  body: never;
}

/** Decodes and validates everything an operation declares; throws the operation's own problem when it does not fit. */
export async function readInput<Deps>(
  operation: Operation<Deps>,
  exchange: Exchange,
  raw: Record<string, string>,
): Promise<ValidInput> {
  try {
    const params = parse(schemaOf(operation.params), decodeParams(raw), "params");
    const query = parse(schemaOf(operation.query), declaredQuery(operation, exchange.query), "query");
    const body = await readBody(operation, exchange.req, exchange.res);
    // The handler's own types are erased in Operation; the schemas above are what they were inferred from.
    return { params, query, body } as ValidInput;
  } catch (error) {
    if (error instanceof UnreadableBody) throw invalid(operation, error.input);
    throw error;
  }

  function parse(schema: z.ZodType, value: unknown, where: "params" | "query"): unknown {
    const result = schema.safeParse(value, { reportInput: true });
    if (result.success) return result.data;
    throw invalid(operation, { where, causes: causesOf(result.error.issues, where) });
  }
}

async function readBody<Deps>(operation: Operation<Deps>, req: Request, res: Response): Promise<unknown> {
  if (!operation.body || operation.upload) return undefined;
  const value = await readJsonBody(req, res);
  const result = operation.body.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw invalid(operation, { where: "body", causes: causesOf(result.error.issues, "body") });
}

/** Words bad input: the operation's way when it has one, else 400 `bad_request` with every cause. */
export function invalid<Deps>(operation: Operation<Deps>, input: InvalidInput): Problem {
  const own = operation.problems?.invalid?.(input);
  if (own) return own;
  if (input.where === "media") return common.unsupported_media_type({ expected: "application/json" });
  const [first] = input.causes;
  const message = first
    ? `Invalid ${first.references[0] ?? input.where}: ${first.message}`
    : "Invalid request";
  return common.bad_request({ message }, { cause: input.causes });
}

function decodeParams(raw: Record<string, string>): Record<string, string> {
  const decoded = Object.entries(raw).map(
    ([name, text]) => [name, decodeText(text, `params.${name}`)] as const,
  );
  return Object.fromEntries(decoded);
}

/** Percent-decodes; a sequence that is not UTF-8, NUL and lone surrogates are refused. */
function decodeText(text: string, path: string): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    throw new UnreadableBody("body", [
      { code: "invalid_encoding", message: "is not valid percent-encoding", references: [path] },
    ]);
  }
  checkText(decoded, path);
  return decoded;
}

/** Only declared parameters are looked at: unknown ones are ignored, whatever they hold (decisions 1.11). */
function declaredQuery<Deps>(operation: Operation<Deps>, query: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of Object.keys(operation.query ?? {})) {
    const value = query.get(name);
    if (value === null) continue;
    checkText(value, `query.${name}`);
    values[name] = value;
  }
  return values;
}

/** zod's issues as causes: one per fault, unknown fields one by one, unions by their closest branch. */
export function causesOf(issues: readonly z.core.$ZodIssue[], where: string): Cause[] {
  return issues.flatMap((issue): Cause[] => {
    const path = [where, ...issue.path].map(segment).join("").slice(1);
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        code: "unknown_field",
        message: `unknown field ${key}`,
        references: [`${path}.${key}`],
      }));
    }
    return [{ code: codeOf(issue), message: messageOf(issue), references: [path] }];
  });
}

const segment = (key: PropertyKey): string => (typeof key === "number" ? `[${key}]` : `.${String(key)}`);
const isMissing = (issue: z.core.$ZodIssue): boolean =>
  (issue.code === "invalid_type" || issue.code === "invalid_value") && issue.input === undefined;
const codeOf = (issue: z.core.$ZodIssue): string =>
  isMissing(issue) ? "required" : issue.code === "custom" ? "invalid_value" : issue.code;
const messageOf = (issue: z.core.$ZodIssue): string => (isMissing(issue) ? "is required" : issue.message);
