import type { ReadOperation } from "./openapi.ts";

/** Ids to read by, by the name of what they are of. */
export type Ids = Record<string, string>;

interface Source {
  /** What is read; names in braces are ids that were found before. */
  read: string;
  /** Where in the answer which ids are, as paths with dots. */
  ids: Readonly<Record<string, string>>;
}

/** In this order: what a later one needs is found by an earlier one. */
const sources: readonly Source[] = [
  { read: "/users/me", ids: { user: "id", site: "site_id" } },
  { read: "/users/{user}/items/search?limit=1", ids: { item: "results.0" } },
  { read: "/sites/{site}/search?limit=1", ids: { item: "results.0.id" } },
  {
    read: "/items/{item}",
    ids: {
      category: "category_id",
      currency: "currency_id",
      listing_type: "listing_type_id",
      picture: "pictures.0.id",
      variation: "variations.0.id",
      description: "descriptions.0.id",
      title: "title",
      price: "price",
    },
  },
  { read: "/sites/{site}/categories", ids: { category: "0.id" } },
  { read: "/my/received_questions/search?limit=1&api_version=4", ids: { question: "questions.0.id" } },
  {
    read: "/orders/search?seller={user}&limit=1",
    ids: {
      order: "results.0.id",
      pack: "results.0.pack_id",
      shipment: "results.0.shipping.id",
      payment: "results.0.payments.0.id",
      feedback: "results.0.feedback.sale",
      billing: "results.0.buyer.billing_info.id",
    },
  },
  { read: "/shipping/flex/sites/{site}/users/{user}/subscriptions/v1", ids: { service: "0.service_id" } },
  { read: "/applications", ids: { application: "results.0.id" } },
];

/** Reads JSON; `undefined` when there is none. */
export type Read = (target: string) => Promise<unknown>;

/** Ids of what the caller has, found by reading; the first that is found counts. */
export async function discoverIds(read: Read): Promise<Ids> {
  const found: Ids = {};
  for (const source of sources) {
    if (Object.keys(source.ids).every((name) => name in found)) continue;
    const target = filled(source.read, (name) => found[name]);
    const body = target === undefined ? undefined : await read(target);
    for (const [name, path] of Object.entries(source.ids)) {
      const value = valueAt(body, path);
      if (typeof value === "string" || typeof value === "number") found[name] ??= String(value);
    }
  }
  // An order without a pack is addressed as one.
  if (found.order !== undefined) found.pack ??= found.order;
  return found;
}

const valueAt = (body: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>((value, name) => (Object(value) === value ? (value as Ids)[name] : undefined), body);

/** A template with its names replaced, encoded; `undefined` when one of them has no value. */
function filled(template: string, idOf: (name: string) => string | undefined): string | undefined {
  let missing = false;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = idOf(name);
    missing ||= value === undefined;
    return encodeURIComponent(value ?? "");
  });
  return missing ? undefined : text;
}

/** What a parameter of a path means where its name or place does not say it. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/orders/billing-info/{site_id}/{id}": { id: "billing" },
  "/collections/{id}": { id: "payment" },
  "/collections/notifications/{id}": { id: "payment" },
};
const roles: Readonly<Record<string, string>> = { seller: "user" };
const singular: Readonly<Record<string, string>> = {
  categories: "category",
  currencies: "currency",
  feedback: "feedback",
};

/** Query parameters by operation: those that it needs, and those without which it has nothing to say. */
const queries: Readonly<Record<string, string>> = {
  getUsers: "ids={user}",
  listItems: "ids={item}",
  countItemVisits: "ids={item}",
  findItemVisits: "ids={item}",
  getItemVisitsWindow: "last=7&unit=day",
  getUserVisitsWindow: "last=7&unit=day",
  getListingPrices: "price={price}",
  searchItems: "category={category}&limit=5",
  browseItems: "category={category}&limit=5",
  discoverDomains: "q={title}",
  searchQuestions: "item={item}&api_version=4",
  getQuestion: "api_version=4",
  searchOrders: "seller={user}&limit=5",
  searchRecentOrders: "seller={user}&limit=5",
  searchArchivedOrders: "seller={user}&limit=5",
  searchPendingOrders: "seller={user}&limit=5",
  searchBlockedUsers: "type=blocked_by_questions",
  listUnread: "role=seller",
  listMissedFeeds: "app_id={application}",
};

/** The target of an operation by ids that were found, or the name of what was not. */
export function targetOf(operation: ReadOperation, ids: Ids): { target: string } | { missing: string } {
  const { id, path, required } = operation;
  const missing: string[] = [];
  const idOf = (name: string): string | undefined => {
    const value = ids[name];
    if (value === undefined) missing.push(name);
    return value;
  };
  const target = filled(path, (name) => idOf(meaningOf(path, name)));
  const query = filled(queries[id] ?? "", idOf);
  const given = new URLSearchParams(query ?? "");
  missing.push(...required.filter((name) => query !== undefined && !given.has(name)));
  const [first] = missing;
  if (target === undefined || query === undefined || first !== undefined) return { missing: first ?? path };
  return { target: query === "" ? target : `${target}?${query}` };
}

function meaningOf(path: string, name: string): string {
  const told = meanings[path]?.[name];
  if (told !== undefined) return told;
  if (name !== "id") {
    const own = name.replace(/_id$/, "");
    return roles[own] ?? own;
  }
  const segments = path.split("/");
  const before = segments[segments.indexOf("{id}") - 1] ?? "";
  return singular[before] ?? before.replace(/s$/, "");
}
