import {
  type Authentication,
  common,
  type OpenApiFragment,
  type Operation,
  openApiFragment,
  type Resource,
} from "@marketplace/conventions";
import { callers } from "../callers.ts";
import type { Answer, Http } from "../http.ts";

/** A resource as the suite sees it; its dependencies do not matter here. */
export type AnyResource = Resource<never>;
export type AnyOperation = Operation<never>;

/** Values with which an operation succeeds. */
export interface Example {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** JSON; or the bytes of an upload, whose media type then stands in `headers`. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Whose token; `as` of the whole suite when absent. */
  as?: Authentication;
  /** Status of this success when it is another than the declared one. */
  status?: number;
}

/** Where the resource is served and what works there. */
export interface Conformance {
  http: Http;
  /** Who calls; a seller with read and write when absent. */
  as?: Authentication;
  /** By operation id. A function makes a fresh example each time: for what can be done only once. */
  examples: Readonly<Record<string, Example | (() => Example | Promise<Example>)>>;
}

/** What a test changes about an operation's example. */
export interface Changes {
  method?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  headers?: Record<string, string>;
  as?: Authentication;
  suffix?: string;
}

export interface Subject {
  resource: AnyResource;
  http: Http;
  fragment: OpenApiFragment;
  /** Names that the resource adds to error bodies. */
  errorFields: readonly string[];
  /** The operation's example; an error when the test names none. */
  exampleOf(operation: AnyOperation): Promise<Example>;
  /** Sends the operation's example with changes. */
  ask(operation: AnyOperation, changes?: Changes): Promise<Answer>;
}

/** Binds a resource to the place where it is served. */
export function subjectOf(
  resource: AnyResource,
  { http, as = callers.seller, examples }: Conformance,
): Subject {
  const exampleOf = async ({ id }: AnyOperation): Promise<Example> => {
    const example = examples[id];
    if (!example) throw new Error(`conforms() needs an example that works for the operation ${id}`);
    return typeof example === "function" ? example() : example;
  };
  const errorBody = resource.errorFields?.(common.bad_request({ message: "bad" })) ?? {};
  return {
    resource,
    http,
    fragment: openApiFragment([resource]),
    errorFields: Object.keys(errorBody),
    exampleOf,
    async ask(operation, changes = {}) {
      const example = await exampleOf(operation);
      const { body = example.body } = changes;
      const path = pathOf(operation.path, { ...example.params, ...changes.params });
      const target = path + (changes.suffix ?? "") + queryOf({ ...example.query, ...changes.query });
      return http.request(changes.method ?? operation.method, target, {
        as: changes.as ?? example.as ?? as,
        headers: { ...example.headers, ...changes.headers },
        ...(body !== undefined && { body }),
      });
    },
  };
}

/** Fills a template; values that hold a `%` are taken as encoded already. */
export function pathOf(template: string, params: Record<string, string | number>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(params[name] ?? "1");
    return value.includes("%") ? value : encodeURIComponent(value);
  });
}

function queryOf(query: Record<string, string | number>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
  return parameters.size > 0 ? `?${parameters}` : "";
}
