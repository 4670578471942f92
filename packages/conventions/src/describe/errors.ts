import { common } from "../declare/common-problems.ts";
import type { Operation, Resource } from "../declare/declare.ts";
import { ErrorBody, Problem, type ProblemEntry } from "../declare/problem.ts";
import { jsonSchema, type Schema } from "./json-schema.ts";
import { markdown } from "./markdown.ts";

/** The components of every error. The body is open, because a resource may add `errorFields`. */
export function errorSchemas(): Record<string, Schema> {
  const schemas: Record<string, Schema> = {};
  jsonSchema(ErrorBody, "output", schemas);
  const { ErrorBody: { additionalProperties: _, ...open } = {}, ...others } = schemas;
  return { Error: open, ...others };
}

/** One response per status, naming each code and message that the operation may give under it. */
export function errorsOf(operation: Operation<never>, { errorFields }: Resource<never>): Schema {
  const { invalidToken, missingScope, unexpected } = operation.problems ?? {};
  const own = [invalidToken?.(), missingScope?.(), unexpected?.()].filter((problem) => problem !== undefined);
  const entries = [
    ...standardErrors(operation),
    ...own.map(({ status, error, message }) => ({ status, error, template: message })),
    ...(operation.errors ?? []),
  ];
  const byStatus = Object.groupBy(entries, ({ status }) => String(status));
  const described = Object.entries(byStatus).map(([status, group]) => {
    const lines = (group ?? []).map(({ error, template }) => `\`${error}\`: ${markdown(template)}`);
    const example = exampleError(group?.[0], errorFields);
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } };
    return [status, { description: [...new Set(lines)].join("\n\n"), content }] as const;
  });
  return Object.fromEntries(described);
}

function exampleError(entry: Described | undefined, errorFields: Resource<never>["errorFields"]): unknown {
  if (!entry) return undefined;
  const problem = new Problem({ ...entry, key: entry.error }, entry.template);
  return { ...problem.body(), ...errorFields?.(problem) };
}

type Described = Pick<ProblemEntry, "status" | "error" | "template">;

function standardErrors(operation: Operation<never>): Described[] {
  const { access, formTokenScope, method, body, upload, params, query, creates } = operation;
  const open = access === "public" && formTokenScope === undefined;
  const token = open ? [] : [common.access_token_not_granted, common.invalid_token, common.invalid_scopes];
  // Every GET has an input: the name of its callback.
  const input =
    (body ?? upload ?? params ?? query) || method === "GET"
      ? [{ status: 400, error: "bad_request", template: "what is wrong, one cause per issue" }]
      : [];
  const payload = [
    ...((body ?? upload) ? [common.payload_too_large] : []),
    ...(body ? [common.unsupported_media_type] : []),
  ];
  const repetition = creates && creates !== "in parts" ? [common.idempotency_conflict] : [];
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
