import type { Method, Operation, Resource } from "./declare.ts";

/** A path with everything that is declared for it. */
export interface Route<Deps> {
  template: string;
  segments: readonly Segment[];
  resource: Resource<Deps>;
  operations: ReadonlyMap<Method, Operation<Deps>>;
  /** The value of the `Allow` header. */
  allow: string;
}

type Segment = { literal: string } | { name: string };

export interface Match<Deps> {
  route: Route<Deps>;
  /** Placeholder values as they stand in the path, still percent-encoded; an empty segment is an empty value. */
  raw: Record<string, string>;
}

const segmentsOf = (template: string): Segment[] =>
  template
    .split("/")
    .slice(1)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      return name === undefined ? { literal: part } : { name };
    });

function allowOf(methods: Iterable<Method>): string {
  const names = new Set<string>(methods);
  const order = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => names.has(name));
  return [...(names.has("GET") ? ["GET", "HEAD", ...order.slice(1)] : order), "OPTIONS"].join(", ");
}

/** Builds the route table of a service; two resources may not share a path, so that one OPTIONS answers for it. */
export function routeTable<Deps>(resources: readonly Resource<Deps>[]): Route<Deps>[] {
  const byTemplate = new Map<
    string,
    { resource: Resource<Deps>; operations: Map<Method, Operation<Deps>> }
  >();
  for (const resource of resources) {
    for (const operation of resource.operations) {
      const entry = byTemplate.get(operation.path) ?? { resource, operations: new Map() };
      if (entry.resource !== resource || entry.operations.has(operation.method)) {
        throw new Error(`${operation.method} ${operation.path} is declared twice`);
      }
      byTemplate.set(operation.path, entry);
      entry.operations.set(operation.method, operation);
    }
  }
  return [...byTemplate]
    .map(([template, { resource, operations }]) => ({
      template,
      segments: segmentsOf(template),
      resource,
      operations,
      allow: allowOf(operations.keys()),
    }))
    .sort((a, b) => rank(a).localeCompare(rank(b)));
}

/** Literal segments sort before placeholders, so `/users/me` wins over `/users/{id}`. */
const rank = ({ segments }: { segments: readonly Segment[] }): string =>
  segments.map((segment) => ("literal" in segment ? "0" : "1")).join("");

/** Finds the route of a path; one trailing slash makes no difference. */
export function matchRoute<Deps>(routes: readonly Route<Deps>[], pathname: string): Match<Deps> | undefined {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const parts = trimmed.split("/").slice(1);
  for (const route of routes) {
    const raw = matchSegments(route.segments, parts);
    if (raw) return { route, raw };
  }
  return undefined;
}

function matchSegments(
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, string> | undefined {
  if (segments.length !== parts.length) return undefined;
  const raw: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? "";
    if ("name" in segment) raw[segment.name] = part;
    else if (segment.literal !== part) return undefined;
  }
  return raw;
}
