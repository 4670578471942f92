import type { Request, Response } from "express";
import type { z } from "zod";
import type { Caller, Scope } from "./caller.ts";
import type { OncePerKey } from "./idempotency-store.ts";
import type { Cause, Problem, ProblemEntry } from "./problem.ts";
import type { SurrogateMark } from "./surrogate.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
type Shape = z.ZodRawShape;
type NoFields = Record<never, z.ZodType>;
type Values<S extends Shape> = z.output<z.ZodObject<S>>;

/** Who may call: nobody needs a token, or a token with this scope. */
export type Access = "public" | "read" | "write";

/** What did not fit an operation's declaration. `syntax`: the body is not JSON; `media`: its type is another. */
export interface InvalidInput {
  where: "params" | "query" | "body" | "syntax" | "media";
  causes: readonly Cause[];
}

/** A JSON body that has not the shape declared, with the causes. */
export interface InvalidBody {
  params: Readonly<Record<string, unknown>>;
  value: unknown;
  causes: readonly Cause[];
  caller: Caller | undefined;
}

/** What a handler receives. `http` is for streams only: uploads read from `req`, long work watches `res` close. */
export interface Input<P, Q, B, C = Caller> extends OncePerKey {
  params: P;
  query: Q;
  body: B;
  caller: C;
  requestId: string;
  ifMatch: string | undefined;
  http: { req: Request; res: Response };
}

/** One operation of a resource: its whole contract and its handler, on one page. */
export interface OperationSpec<Deps, P extends Shape, Q extends Shape, B extends z.ZodType, C = Caller> {
  /** Unique within the product; becomes `operationId`. */
  id: string;
  method: Method;
  /** Template with `{name}` placeholders. */
  path: string;
  summary: string;
  /** A path with real-looking values, for OPTIONS and the documentation. */
  example?: string;
  params?: P;
  query?: Q;
  body?: B;
  /** How a body that is not JSON arrives; the handler reads it from `http.req`. */
  upload?: "multipart/form-data" | "application/x-www-form-urlencoded";
  /** Status of success; 200 when absent. */
  status?: 200 | 201 | 204 | 302;
  /** Further answers that are no error, by status, with what each means. */
  otherAnswers?: Readonly<Record<number, string>>;
  /** Body of success; absent for 204 and files. */
  response?: z.ZodType;
  /** Media type of a success that is not JSON; such an answer cannot be wrapped in a callback. */
  file?: string;
  errors?: readonly ProblemEntry[];
  /** GET needs `read`, everything else `write`, unless said here. */
  access?: Access;
  /** Of a public operation: the scope of the token that its handler looks for in the form as well; OpenAPI shows it. */
  formTokenScope?: Scope;
  /**
   * Takes Idempotency-Key: a JSON POST that creates. With a key the handler runs in a transaction, or `in steps` what it gives
   * to `once` does; in a transaction no other service is asked.
   */
  creates?: boolean | "in steps";
  /**
   * Of a GET whose answer is the same bytes for every caller with its scope: the gateway may keep it so long, in seconds,
   * or until one of the names is announced as changed.
   */
  cache?: SurrogateMark;
  /** Of an operation that changes: what is kept under these names is out of date once it succeeded. */
  changes?: readonly string[];
  /** What `attributes` filters: the answer, each `body` of a multiget, or nothing. */
  mask?: "answer" | "bodies" | "none";
  /** What else is wrong with a JSON body of the wrong shape; it is named beside that. */
  furtherCauses?: (body: InvalidBody, deps: Deps) => Promise<readonly Cause[]> | readonly Cause[];
  /** This operation's own words for bad input, for tokens that do not do and for its own failure; the standard ones otherwise. */
  problems?: {
    invalid?: (input: InvalidInput) => Problem | undefined;
    invalidToken?: () => Problem;
    missingScope?: () => Problem;
    unexpected?: () => Problem;
  };
  handle: (input: Input<Values<P>, Values<Q>, z.output<B>, C>, deps: Deps) => unknown;
}

/** An operation as the kit reads it, whatever its types. */
export interface Operation<Deps> extends Omit<OperationSpec<Deps, Shape, Shape, z.ZodType>, "handle"> {
  access: Access;
  handle: (input: Input<never, never, never, never>, deps: Deps) => unknown;
}

/** A resource: declared once, read by routing, validation, OPTIONS, OpenAPI, READMEs and the conformance suite. */
export interface Resource<Deps> {
  name: string;
  description: string;
  /** The record whose fields OPTIONS lists as `attributes`, by their descriptions. */
  fields: z.ZodObject;
  related: readonly string[];
  /** Field name to the path template it leads to. */
  connections: Readonly<Record<string, string>>;
  operations: readonly Operation<Deps>[];
  /** Adds fields to this resource's error bodies (`/oauth` adds error_description). */
  errorFields?: (problem: Problem) => Record<string, unknown>;
}

type ResourceSpec<Deps> = Omit<Resource<Deps>, "related" | "connections"> &
  Partial<Pick<Resource<Deps>, "related" | "connections">>;

/** The declaring functions of one service, bound to the dependencies its handlers receive. */
export function kit<Deps>() {
  const declare = (spec: Omit<Operation<Deps>, "access"> & { access?: Access }): Operation<Deps> => ({
    ...spec,
    access: spec.access ?? (spec.method === "GET" ? "read" : "write"),
  });
  return {
    /** Declares an operation that needs a token. */
    operation: <P extends Shape = NoFields, Q extends Shape = NoFields, B extends z.ZodType = z.ZodUndefined>(
      spec: OperationSpec<Deps, P, Q, B>,
    ): Operation<Deps> => declare(spec),
    /** Declares an operation that needs none; its `caller` is `undefined` when no valid token came. */
    publicOperation: <
      P extends Shape = NoFields,
      Q extends Shape = NoFields,
      B extends z.ZodType = z.ZodUndefined,
    >(
      spec: OperationSpec<Deps, P, Q, B, Caller | undefined>,
    ): Operation<Deps> => declare({ ...spec, access: "public" }),
    /** Declares a resource. */
    resource: (spec: ResourceSpec<Deps>): Resource<Deps> => ({ related: [], connections: {}, ...spec }),
  };
}
