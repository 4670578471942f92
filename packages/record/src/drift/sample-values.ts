import type { ReadOperation } from "./openapi.ts";

/** Values for the parameters of reads, by what they name: `{ user: "7", item: "MLA1", price: "100" }`. */
export type SampleValues = Record<string, string>;

interface Source {
  /** The target to read; `{name}` is a value found earlier. */
  read: string;
  /** Where in the answer each value is, as paths with dots. */
  values: Readonly<Record<string, string>>;
}

/** The order matters: later ones use what earlier ones found. */
const sources: readonly Source[] = [
  { read: "/users/me", values: { user: "id", site: "site_id" } },
  { read: "/users/{user}/items/search?limit=1", values: { item: "results.0" } },
  { read: "/sites/{site}/search?limit=1", values: { item: "results.0.id" } },
  {
    read: "/items/{item}",
    values: {
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
  { read: "/sites/{site}/categories", values: { category: "0.id" } },
  { read: "/my/received_questions/search?limit=1&api_version=4", values: { question: "questions.0.id" } },
  {
    read: "/orders/search?seller={user}&limit=1",
    values: {
      order: "results.0.id",
      pack: "results.0.pack_id",
      shipment: "results.0.shipping.id",
      payment: "results.0.payments.0.id",
      feedback: "results.0.feedback.sale",
      billing: "results.0.buyer.billing_info.id",
    },
  },
  { read: "/shipping/flex/sites/{site}/users/{user}/subscriptions/v1", values: { service: "0.service_id" } },
  { read: "/applications", values: { application: "results.0.id" } },
];

/** Reads JSON; `undefined` when there is none. */
export type Read = (target: string) => Promise<unknown>;

/** Finds values by reading what the caller has, else what the site has; the first one of each name counts. */
export async function findSampleValues(read: Read): Promise<SampleValues> {
  const found: SampleValues = {};
  for (const source of sources) {
    if (Object.keys(source.values).every((name) => name in found)) continue;
    const target = filled(source.read, (name) => found[name]);
    const body = target === undefined ? undefined : await read(target);
    for (const [name, path] of Object.entries(source.values)) {
      const value = valueAt(body, path);
      if (typeof value === "string" || typeof value === "number") found[name] ??= String(value);
    }
  }
  // An order without a pack has its own id as the pack's.
  if (found.order !== undefined) found.pack ??= found.order;
  return found;
}

const valueAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), body);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** A template with its names replaced, encoded; `undefined` when one of them has no value. */
function filled(template: string, valueFor: (name: string) => string | undefined): string | undefined {
  let missing = false;
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = valueFor(name);
    missing ||= value === undefined;
    return encodeURIComponent(value ?? "");
  });
  return missing ? undefined : text;
}

/** What a parameter of a path stands for where neither its name nor the segment before it tells. */
const meanings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "/orders/billing-info/{site_id}/{id}": { id: "billing" },
  "/collections/{id}": { id: "payment" },
  "/collections/notifications/{id}": { id: "payment" },
};
const kindOfRole: Readonly<Record<string, string>> = { seller: "user" };
const singularOf: Readonly<Record<string, string>> = { categories: "category", currencies: "currency" };

/** Query parameters by operation: required ones, and those without which the answer would be empty. */
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

/** The target of an operation, with sample values in it, or why there is none. */
export function targetOf(
  operation: ReadOperation,
  values: SampleValues,
): { target: string } | { why: string } {
  const { id, path, required } = operation;
  const missing: string[] = [];
  const valueFor = (name: string): string | undefined => {
    const value = values[name];
    if (value === undefined) missing.push(name);
    return value;
  };
  const target = filled(path, (name) => valueFor(meaningOf(path, name)));
  const query = filled(queries[id] ?? "", valueFor);
  if (target === undefined || query === undefined) return { why: `no ${missing[0]} was found` };
  const given = new URLSearchParams(query);
  const unknown = required.find((name) => !given.has(name));
  if (unknown !== undefined) return { why: `no value is known for its required parameter ${unknown}` };
  return { target: query === "" ? target : `${target}?${query}` };
}

function meaningOf(path: string, name: string): string {
  const explicit = meanings[path]?.[name];
  if (explicit !== undefined) return explicit;
  if (name !== "id") {
    const own = name.replace(/_id$/, "");
    return kindOfRole[own] ?? own;
  }
  const segments = path.split("/");
  const before = segments[segments.indexOf("{id}") - 1] ?? "";
  return singularOf[before] ?? before.replace(/s$/, "");
}
