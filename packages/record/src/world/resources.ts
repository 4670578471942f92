import type { Exchange } from "../exchange.ts";
import { type Mentioned, mentionedIn } from "./mentioned.ts";

/** An object of the API, as it was answered. */
export type Wire = Record<string, unknown>;

/** What a recording shows of a marketplace. Of what was answered several times the latest fields count. */
export interface RecordedResources {
  users: Wire[];
  /** With their attributes, where those were seen. */
  categories: Wire[];
  /** Sites whose whole tree was seen. */
  wholeTrees: string[];
  /** With their descriptions as `plain_text`, where those were seen. */
  items: Wire[];
  questions: Wire[];
  orders: Wire[];
  subscriptions: Wire[];
  /** Flex configurations, with the `service_id` that they were asked for by. */
  configurations: Wire[];
  /** Users that these name, with the site that they trade on, and what these say of them. */
  mentioned: Mentioned[];
  leftOut: LeftOut[];
}

/** What was seen and is in no world. */
export interface LeftOut {
  /** Its path, or that of its kind. */
  resource: string;
  reason: string;
}

type Kind = "users" | "categories" | "items" | "questions" | "orders" | "subscriptions" | "configurations";
type Collected = Record<Kind, Map<string, Wire>> & { wholeTrees: Set<string> };

interface Seen {
  json: unknown;
  /** The captures of the path. */
  ids: readonly string[];
  exchange: Exchange;
}

interface Reader {
  path: RegExp;
  methods?: readonly string[];
  read(seen: Seen, into: Collected): void;
}

const id = "([^/]+)";
const path = (text: string) => new RegExp(`^${text}$`);

/** Which answers show what. A path that none of them knows is listed as left out. */
const readers: readonly Reader[] = [
  { path: path(`/users/${id}`), read: ({ json }, into) => add(into.users, [json]) },
  { path: path("/users"), read: ({ json }, into) => add(into.users, elementsOf(json)) },
  {
    path: path(`/items/${id}`),
    methods: ["GET", "POST", "PUT"],
    read: ({ json }, into) => add(into.items, [json]),
  },
  {
    path: path("/items"),
    methods: ["GET", "POST"],
    read: ({ json }, into) => add(into.items, elementsOf(json)),
  },
  {
    path: path(`/items/${id}/description`),
    read({ json, ids: [item = ""] }, into) {
      if (isWire(json)) add(into.items, [{ id: item, plain_text: json.plain_text }]);
    },
  },
  { path: path(`/categories/${id}`), read: ({ json }, into) => add(into.categories, [json]) },
  {
    path: path(`/categories/${id}/attributes`),
    read({ json, ids: [category = ""] }, into) {
      add(into.categories, [{ id: category, attributes: json }]);
    },
  },
  {
    path: path(`/sites/${id}/categories/all`),
    read({ json, ids: [site = ""] }, into) {
      if (!isWire(json)) return;
      add(into.categories, Object.values(json));
      into.wholeTrees.add(site);
    },
  },
  { path: path(`/questions/(\\d+)`), read: ({ json }, into) => add(into.questions, [json]) },
  {
    path: path("/(?:questions/search|my/received_questions/search)"),
    read: ({ json }, into) => add(into.questions, listIn(json, "questions")),
  },
  { path: path(`/orders/(\\d+)`), read: ({ json }, into) => add(into.orders, [json]) },
  {
    path: path("/orders/search(?:/\\w+)?"),
    read: ({ json }, into) => add(into.orders, listIn(json, "results")),
  },
  {
    path: path(`/shipping/flex/sites/${id}/users/${id}/subscriptions/v1`),
    methods: ["GET", "POST"],
    read: ({ json }, into) => add(into.subscriptions, [json].flat()),
  },
  {
    path: path(`/shipping/flex/sites/${id}/configuration/v3`),
    methods: ["POST"],
    read({ json, exchange }, into) {
      const { body } = exchange.request;
      const query = body && "json" in body && isWire(body.json) ? String(body.json.query) : "";
      const [, service] = /service_id:\s*"?(\d+)/.exec(query) ?? [];
      const found = isWire(json) ? (json.configuration ?? json.query) : undefined;
      if (service !== undefined && isWire(found))
        add(into.configurations, [{ ...found, id: service, service_id: service }]);
    },
  },
];

/** What is the same in every world, or follows from what is in it. */
const common =
  /^\/(?:sites(?:\/[^/]+)?(?:\/(?:categories|listing_types.*|listing_prices|search|domain_discovery.*))?|[A-Z]{3}\/search|currencies.*|categories\/[^/]+\/\w+|shipment_statuses|openapi\.json|docs.*|oauth\/.*|users\/[^/]+\/(?:items\/search|addresses|available_listing_types|questions\/response_time.*)|items\/[^/]+\/(?:descriptions.*|variations.*|available_\w+)|shipping\/flex\/sites\/[^/]+\/coverage_areas.*)$/;

/** Collects what a recording shows, exchange by exchange. */
export function createCollector() {
  const into: Collected = {
    users: new Map(),
    categories: new Map(),
    items: new Map(),
    questions: new Map(),
    orders: new Map(),
    subscriptions: new Map(),
    configurations: new Map(),
    wholeTrees: new Set(),
  };
  const leftOut = new Map<string, LeftOut>();

  return {
    add(exchange: Exchange): void {
      const { method, target, status, answer } = exchange;
      if (status < 200 || status > 299) return;
      const [pathname = ""] = target.split("?", 1);
      for (const { path: pattern, methods = ["GET"], read } of readers) {
        const match = pattern.exec(pathname);
        if (!match || !methods.includes(method)) continue;
        if (answer.body && "json" in answer.body)
          read({ json: answer.body.json, ids: match.slice(1), exchange }, into);
        return;
      }
      // What a write did is seen by the reads after it.
      if (method !== "GET" || common.test(pathname)) return;
      const resource = pathname.replaceAll(/\/[^/]*\d[^/]*/g, (segment) =>
        /^\/v\d$/.test(segment) ? segment : "/{id}",
      );
      leftOut.set(resource, {
        resource,
        reason: "a world from a recording does not have this kind of resource",
      });
    },
    result(): RecordedResources {
      const { wholeTrees, ...maps } = into;
      const lists = Object.fromEntries(Object.entries(maps).map(([kind, map]) => [kind, [...map.values()]]));
      // The lists have the names of the maps.
      const found = lists as Record<Kind, Wire[]>;
      return {
        ...found,
        mentioned: mentionedIn(found),
        wholeTrees: [...wholeTrees],
        leftOut: [...leftOut.values()],
      };
    },
  };
}

/** Later fields replace earlier ones, so that a read of some attributes takes none away. */
function add(map: Map<string, Wire>, found: readonly unknown[]): void {
  for (const wire of found) {
    if (!isWire(wire) || (typeof wire.id !== "string" && typeof wire.id !== "number")) continue;
    map.set(String(wire.id), { ...map.get(String(wire.id)), ...wire });
  }
}

/** The elements of a multiget, or the object itself. */
const elementsOf = (json: unknown): unknown[] =>
  [json]
    .flat()
    .map((element) =>
      isWire(element) && "body" in element ? (element.code === 200 ? element.body : undefined) : element,
    );

const listIn = (json: unknown, name: string): unknown[] => {
  const list = isWire(json) ? json[name] : undefined;
  return Array.isArray(list) ? list : [];
};

const isWire = (value: unknown): value is Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value);
