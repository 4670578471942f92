import type { Method, Operation, Resource } from "../declare/declare.ts";
import { isReserved } from "./reserved-words.ts";

export interface Route<Deps> {
  template: string;
  segments: readonly Segment[];
  resource: Resource<Deps>;
  operations: ReadonlyMap<Method, Operation<Deps>>;
  allow: string;
}

/** Routes by number of segments, in matching order. */
export type RouteTable<Deps> = ReadonlyMap<number, readonly Route<Deps>[]>;

type Segment = { literal: string } | { name: string };

export interface Match<Deps> {
  route: Route<Deps>;
  /** Values of the placeholders, still percent-encoded; an empty segment is an empty value. */
  raw: Record<string, string>;
}

const segmentsOf = (template: string): Segment[] =>
  template
    .split("/")
    .slice(1)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined && /[{}]/.test(part))
        throw new Error(`${template}: a placeholder takes a whole segment`);
      return name === undefined ? { literal: part } : { name };
    });

/** Finds mistakes that would otherwise show as a route that never matches or always refuses. */
function checkDeclarations<Deps>(operations: readonly Operation<Deps>[]): void {
  const ids = new Set<string>();
  const templates = new Map<string, string>();
  for (const { id, path, params } of operations) {
    if (ids.has(id)) throw new Error(`the operation id ${id} is declared twice`);
    ids.add(id);
    const named = segmentsOf(path).flatMap((segment) => ("name" in segment ? [segment.name] : []));
    const declared = Object.keys(params ?? {});
    if (named.toSorted().join() !== declared.toSorted().join())
      throw new Error(`${id}: the placeholders of ${path} are not the params ${declared.join(", ")}`);
    const shape = path.replaceAll(/\{\w+\}/g, "{}");
    const known = templates.get(shape) ?? path;
    if (known !== path)
      throw new Error(`${path} and ${known} differ only in the names of their placeholders`);
    templates.set(shape, path);
  }
}

function allowOf(methods: Iterable<Method>): string {
  const names = new Set<string>(methods);
  const order = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) => names.has(name));
  return [...(names.has("GET") ? ["GET", "HEAD", ...order.slice(1)] : order), "OPTIONS"].join(", ");
}

/** Builds the route table of a service. Two resources cannot share a path: one OPTIONS answers for it. */
export function routeTable<Deps>(resources: readonly Resource<Deps>[]): RouteTable<Deps> {
  checkDeclarations(resources.flatMap(({ operations }) => operations));
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
  const routes = [...byTemplate]
    .map(([template, { resource, operations }]) => ({
      template,
      segments: segmentsOf(template),
      resource,
      operations,
      allow: allowOf(operations.keys()),
    }))
    .sort((a, b) => rank(a).localeCompare(rank(b)));
  return Map.groupBy(routes, ({ segments }) => segments.length);
}

/** Literal segments sort before placeholders, so `/users/me` wins over `/users/{id}`. */
const rank = ({ segments }: { segments: readonly Segment[] }): string =>
  segments.map((segment) => ("literal" in segment ? "0" : "1")).join("");

/** Finds the route of a path; one trailing slash makes no difference. */
export function matchRoute<Deps>(routes: RouteTable<Deps>, pathname: string): Match<Deps> | undefined {
  const trimmed = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
  const parts = trimmed.split("/").slice(1);
  const route = routes.get(parts.length)?.find(({ segments }) => fits(segments, parts));
  return route && { route, raw: valuesOf(route.segments, parts) };
}

const fits = (segments: readonly Segment[], parts: readonly string[]): boolean =>
  segments.every((segment, index) =>
    "name" in segment ? !isReserved(parts[index] ?? "") : segment.literal === parts[index],
  );

function valuesOf(segments: readonly Segment[], parts: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    if ("name" in segment) values[segment.name] = parts[index] ?? "";
  }
  return values;
}
