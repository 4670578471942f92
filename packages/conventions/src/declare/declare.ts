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

/** Input that does not fit. `syntax`: the body is not JSON; `media`: it has another media type. */
export interface InvalidInput {
  where: "params" | "query" | "headers" | "body" | "syntax" | "media";
  causes: readonly Cause[];
  /** The body as it was sent, where that is JSON. */
  value?: unknown;
}

/** A JSON body that does not fit its schema, with the causes. */
export interface InvalidBody {
  params: Readonly<Record<string, unknown>>;
  value: unknown;
  causes: readonly Cause[];
  caller: Caller | undefined;
}

/** What a handler receives. `http` is for streams: uploads read from `req`, long work watches `res` close. */
export interface Input<P, Q, B, C = Caller, H = unknown> extends OncePerKey {
  params: P;
  query: Q;
  headers: H;
  body: B;
  caller: C;
  requestId: string;
  ifMatch: string | undefined;
  http: { req: Request; res: Response };
}

/** One operation of a resource: its whole contract and its handler, on one page. */
export interface OperationSpec<
  Deps,
  P extends Shape,
  Q extends Shape,
  B extends z.ZodType,
  H extends Shape = NoFields,
  C = Caller,
> {
  /** Unique within the product; becomes `operationId`. */
  id: string;
  method: Method;
  /** Path template with `{name}` placeholders. */
  path: string;
  summary: string;
  /** A path with real-looking values, for OPTIONS and the documentation. */
  example?: string;
  params?: P;
  /** Hands over path parameters as they were sent: the handler decodes them after what it checks first. */
  rawParams?: true;
  query?: Q;
  /** Request headers that select a form of the answer, by name. */
  headers?: H;
  body?: B;
  /**
   * The media type of a body that is no JSON, or whose bytes count: the handler reads it from `http.req`,
   * `body` documents it. Of NDJSON it documents a line.
   */
  upload?:
    | "multipart/form-data"
    | "application/x-www-form-urlencoded"
    | "application/x-ndjson"
    | "application/json"
    | "application/gzip";
  /**
   * Beside a JSON body: the fields of a form that may be sent instead. The handler looks at `http.req` first:
   * `body` is `undefined` then.
   */
  orForm?: z.ZodType;
  /** Status of success; 200 when absent. */
  status?: 200 | 201 | 204 | 302;
  /** Further answers that are not errors: status and meaning. */
  otherAnswers?: Readonly<Record<number, string>>;
  /** Body of success; absent for 204 and files. */
  response?: z.ZodType;
  /**
   * Media type of a success that is not JSON, or several; such an answer cannot be wrapped in a callback.
   * `response` documents a line of NDJSON.
   */
  file?: string | readonly string[];
  /** In the documentation, where the examples that are made from the schemas would not do. */
  examples?: { body?: unknown; answer?: unknown };
  errors?: readonly ProblemEntry[];
  /** GET needs `read`, everything else `write`, unless said here. */
  access?: Access;
  /** A read that needs no token where the gateway allows such reads; its caller is `nobody` then. */
  anonymous?: true;
  /** For a public operation: the scope of a token that the handler accepts in the form; in OpenAPI. */
  formTokenScope?: Scope;
  /**
   * Accepts Idempotency-Key: for a JSON POST that creates. With a key the handler runs in a transaction; with
   * `in steps` only the work that it gives to `once` does. Code in the transaction asks no other service.
   * `in parts` is for a stream: each part that it gives to `oncePerPart` is made once.
   */
  creates?: boolean | "in steps" | "in parts";
  /**
   * For a GET whose answer is the same for every caller with its scope. The gateway may cache it for these
   * seconds, or until one of the keys is announced as changed.
   */
  cache?: SurrogateMark;
  /** For an operation that changes data: cached answers with these keys are out of date once it succeeds. */
  changes?: readonly string[];
  /** What `attributes` filters: the answer, each `body` of a multiget, or nothing. */
  mask?: "answer" | "bodies" | "none";
  /** Finds further causes for a JSON body that does not fit its schema. */
  furtherCauses?: (body: InvalidBody, deps: Deps) => Promise<readonly Cause[]> | readonly Cause[];
  /** The operation's own problems in place of the standard ones. */
  problems?: {
    invalid?: (input: InvalidInput) => Problem | undefined;
    invalidToken?: (why?: { cause: readonly Cause[] }) => Problem;
    missingScope?: () => Problem;
    unexpected?: () => Problem;
  };
  /**
   * The site whose rows it works on, or the id of its row, where sites have databases of their own; without
   * one, home's. A service that does not know the site may ask for it.
   */
  site?: (
    input: Sited<Values<P>, z.output<B>, Values<Q>>,
    deps: Deps,
  ) => SiteKey<Deps> | Promise<SiteKey<Deps>>;
  handle: (input: Input<Values<P>, Values<Q>, z.output<B>, C, Values<H>>, deps: Deps) => unknown;
}

/** A site, or a row whose site the service knows or finds; `undefined` for what is at home. */
export type SiteKey<Deps = never> = string | number | RowsOfSite<Deps> | RowsOfId<Deps> | undefined;

/** Rows of a site that are worked on together, wherever they are while a site gets its database. */
export interface RowsOfSite<Deps> {
  siteId: string;
  /** Whether a database has them. */
  areIn: (deps: Deps) => Promise<boolean>;
}

/** Rows that stay together, of which one has the id that a request names. */
export interface RowsOfId<Deps> {
  /** A number whose range may tell the site; `undefined` for an id that says nothing of it. */
  id: number | undefined;
  /** Whether a database has them. */
  areIn: (deps: Deps) => Promise<boolean>;
  /** Work that may be done again where the rows have gone meanwhile: it changes nothing more then. */
  repeatable?: boolean;
}

/** What tells the site of a request. */
export interface Sited<P, B, Q = never> {
  params: P;
  body: B;
  query: Q;
}

/** An operation with its types erased, as the kit reads it. */
export interface Operation<Deps>
  extends Omit<OperationSpec<Deps, Shape, Shape, z.ZodType, Shape>, "handle" | "site"> {
  access: Access;
  site?: (input: Sited<never, never>, deps: Deps) => SiteKey<Deps> | Promise<SiteKey<Deps>>;
  handle: (input: Input<never, never, never, never, never>, deps: Deps) => unknown;
}

/** A resource, declared once; routing, validation, OPTIONS, OpenAPI, READMEs and `conforms` read it. */
export interface Resource<Deps> {
  name: string;
  description: string;
  /** The record whose fields OPTIONS lists as `attributes`, by their descriptions. */
  fields: z.ZodObject;
  related: readonly string[];
  /** Maps a field name to the path template of the resource that it refers to. */
  connections: Readonly<Record<string, string>>;
  operations: readonly Operation<Deps>[];
  /** Adds fields to this resource's error bodies (`/oauth` adds error_description). */
  errorFields?: (problem: Problem) => Record<string, unknown>;
}

type ResourceSpec<Deps> = Omit<Resource<Deps>, "related" | "connections"> &
  Partial<Pick<Resource<Deps>, "related" | "connections">>;

/** The functions that declare operations and resources, bound to the dependencies of one service. */
export function kit<Deps>() {
  const declare = (spec: Omit<Operation<Deps>, "access"> & { access?: Access }): Operation<Deps> => ({
    ...spec,
    access: spec.access ?? (spec.method === "GET" ? "read" : "write"),
  });
  return {
    operation: <
      P extends Shape = NoFields,
      Q extends Shape = NoFields,
      B extends z.ZodType = z.ZodUndefined,
      H extends Shape = NoFields,
    >(
      spec: OperationSpec<Deps, P, Q, B, H>,
    ): Operation<Deps> => declare(spec),
    /** Declares an operation that needs no token; `caller` is `undefined` without a valid one. */
    publicOperation: <
      P extends Shape = NoFields,
      Q extends Shape = NoFields,
      B extends z.ZodType = z.ZodUndefined,
      H extends Shape = NoFields,
    >(
      spec: OperationSpec<Deps, P, Q, B, H, Caller | undefined>,
    ): Operation<Deps> => declare({ ...spec, access: "public" }),
    resource: (spec: ResourceSpec<Deps>): Resource<Deps> => ({ related: [], connections: {}, ...spec }),
  };
}
