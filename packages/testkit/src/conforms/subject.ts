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

/** A resource with its dependencies erased. */
export type AnyResource = Resource<never>;
export type AnyOperation = Operation<never>;

/** A request with which an operation succeeds. */
export interface Example {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  /** JSON, or the bytes of an upload with its media type in `headers`. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The caller; by default `as` of the suite. */
  as?: Authentication;
  /** The status of this success, if it differs from the declared one. */
  status?: number;
}

/** How the suite reaches the resource, and its examples. */
export interface Conformance {
  http: Http;
  /** The caller; a seller with read and write when absent. */
  as?: Authentication;
  /** By operation id. A function creates a fresh example for a change that can be made only once. */
  examples: Readonly<Record<string, Example | (() => Example | Promise<Example>)>>;
  /** Places of answers that are any JSON by nature, such as `getOpenApi.paths`; no others are untyped. */
  freeForm?: readonly string[];
}

/** Changes of a test to an operation's example. */
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
  /** Fields that the resource adds to error bodies. */
  errorFields: readonly string[];
  /** The operation's example; throws when there is none. */
  exampleOf(operation: AnyOperation): Promise<Example>;
  /** Sends the operation's example with changes. */
  ask(operation: AnyOperation, changes?: Changes): Promise<Answer>;
}

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

/** Fills a template; values with a `%` count as encoded. */
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
