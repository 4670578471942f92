import { z } from "zod";

/** One entry of `cause` in an error body: the field and the broken rule. */
const Cause = z
  .object({
    code: z.string().describe("Machine-readable code of the broken rule"),
    message: z.string().describe("What is wrong"),
    references: z.array(z.string()).describe("Paths of the fields, such as body.text"),
    department: z.string().optional().describe("Part of the marketplace whose rule it is, such as items"),
    cause_id: z.int().optional().describe("Number of the rule"),
    type: z.enum(["error", "warning"]).optional().describe("Whether it keeps the request from succeeding"),
  })
  .meta({ id: "Cause" });
export type Cause = z.output<typeof Cause>;

/** The standard error body of every answer that is not a success (decisions 1.1). */
export const ErrorBody = z
  .object({
    message: z.string().describe("What is wrong"),
    error: z.string().describe("Machine-readable code"),
    status: z.int().describe("HTTP status"),
    cause: z.array(z.union([Cause, z.string()])).describe("Details, one per issue of the request"),
  })
  .meta({ id: "ErrorBody" });
export type ErrorBody = z.output<typeof ErrorBody>;

interface ProblemExtra {
  cause?: readonly Cause[];
  headers?: Record<string, string>;
}

/** An error from a catalog: the only kind that handlers raise on purpose. */
export class Problem extends Error {
  readonly key: string;
  readonly status: number;
  readonly error: string;
  override readonly cause: readonly Cause[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    entry: { key: string; status: number; error: string },
    message: string,
    extra: ProblemExtra = {},
  ) {
    super(message);
    this.name = "Problem";
    this.key = entry.key;
    this.status = entry.status;
    this.error = entry.error;
    this.cause = extra.cause ?? [];
    this.headers = extra.headers ?? {};
  }

  body(): ErrorBody {
    return { message: this.message, error: this.error, status: this.status, cause: [...this.cause] };
  }
}

/** The codes of statuses, for problems that name no other. */
export const usualCodes: Readonly<Record<number, string>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  406: "not_acceptable",
  409: "conflict",
  412: "precondition_failed",
  429: "too_many_requests",
  500: "internal_server_error",
  503: "service_unavailable",
};

/** Status, code and message of one error. A message that depends on values is a function of them. */
export interface ProblemDefinition<Values = never> {
  status: number;
  /** Needed only where it is not the usual code of the status. */
  error?: string;
  message: string | ((values: Values) => string);
}

/** What OpenAPI and the check for unlisted errors read of a problem. */
export interface ProblemEntry {
  readonly key: string;
  readonly status: number;
  readonly error: string;
  /** The message, with `<name>` in place of each value. */
  readonly template: string;
}

type Raise<D> = D extends { message: (values: infer V) => string }
  ? (values: V, extra?: ProblemExtra) => Problem
  : (extra?: ProblemExtra) => Problem;

/** What the page of errors says of a problem: in `problems.help.ts`, so that no process holds the texts. */
export interface ProblemHelp {
  /** The usual cause. */
  why: string;
  /** What to do about it. */
  remedy: string;
}

/** Help for every problem of a catalog: one that is missing is an error of types. */
export type HelpFor<C> = { readonly [K in keyof C]: ProblemHelp };

/** Where the page of errors explains a problem, as a link of RFC 8288. */
export const helpLink = (key: string): string => `</docs/guide/errors#${key}>; rel="help"`;

/** A catalog: key to factory; `throw problems.key(values)` raises it, `errors: [problems.key]` lists it. */
export type ProblemCatalog<T> = { readonly [K in keyof T]: Raise<T[K]> & ProblemEntry };

const placeholders = new Proxy({}, { get: (_, name) => `<${String(name)}>` });

/** Defines a closed set of errors in one table: status, code and message. Handlers have no other messages. */
export function problemCatalog<const T extends Record<string, ProblemDefinition>>(
  definitions: T,
): ProblemCatalog<T> {
  const factories = Object.entries(definitions).map(
    ([key, { status, error = usualCodes[status], message }]) => {
      if (error === undefined) throw new Error(`the problem ${key} has no code`);
      // The placeholder proxy and `never` values only meet inside the message function of one definition.
      const wording = message as string | ((values: unknown) => string);
      const entry = { key, status, error };
      const raise =
        typeof wording === "function"
          ? (values: unknown, extra?: ProblemExtra) => new Problem(entry, wording(values), extra)
          : (extra?: ProblemExtra) => new Problem(entry, wording, extra);
      const template = typeof wording === "function" ? wording(placeholders) : wording;
      return [key, Object.assign(raise, { ...entry, template })] as const;
    },
  );
  // Object.fromEntries loses the key-to-factory relation that the mapped type states.
  return Object.fromEntries(factories) as unknown as ProblemCatalog<T>;
}
