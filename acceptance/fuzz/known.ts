import type { Sandbox } from "../product/sandbox.ts";

/** Existing values by the kind of thing that they name. Answers add to them. */
export type Known = Record<Kind, string[]>;

const kinds = [
  ...([
    "user",
    "item",
    "category",
    "site",
    "question",
    "pack",
    "order",
    "service",
    "shipment",
    "zone",
  ] as const),
  ...(["application", "document", "notification", "domain", "attribute", "currency", "scroll"] as const),
  ...(["refresh", "redirect", "payment"] as const),
] as const;
export type Kind = (typeof kinds)[number];

/** Values of the demo. */
export function knownOf({ users, fixtures, applications }: Sandbox): Known {
  const named = (prefix: string) =>
    Object.entries(fixtures).flatMap(([name, value]) => (name.startsWith(prefix) ? [String(value)] : []));
  const { id, redirect_uri } = applications.default;
  return {
    user: Object.values(users).map((user) => String(user.id)),
    item: named("item_"),
    category: named("category_"),
    site: ["MLA", "MLA", "MLA", "MLB", "MLC", "MLM", "XXX"],
    question: named("question_"),
    pack: [...named("pack_"), ...named("order_without")],
    order: named("order_"),
    service: [...named("flex_service"), ...named("turbo_service")],
    shipment: named("shipment_"),
    zone: fixtures.zone_ids,
    application: [String(id)],
    document: [],
    notification: [],
    domain: [fixtures.domain_vehicles, "MLB-CARS_AND_VANS", "MLA-CELLPHONES"],
    attribute: ["BRAND", "MODEL", "VEHICLE_YEAR", "TRIM", "COLOR"],
    currency: ["ARS", "USD", "BRL"],
    scroll: [],
    refresh: [],
    redirect: [redirect_uri],
    payment: [],
  };
}

const byName: Readonly<Record<string, Kind>> = {
  user_id: "user",
  seller_id: "user",
  seller: "user",
  buyer: "user",
  from: "user",
  blocked: "user",
  item: "item",
  item_id: "item",
  category: "category",
  category_id: "category",
  site_id: "site",
  question_id: "question",
  question_ids: "question",
  questions_ids: "question",
  pack_id: "pack",
  service_id: "service",
  shipment_id: "shipment",
  app_id: "application",
  client_id: "application",
  _id: "notification",
  fiscal_document_id: "document",
  domain_id: "domain",
  scroll_id: "scroll",
  attribute_id: "attribute",
  currency_id: "currency",
  refresh_token: "refresh",
  redirect_uri: "redirect",
  redirect_uris: "redirect",
  driver_id: "user",
} as const;

const byFirstSegment: Readonly<Record<string, Kind>> = {
  users: "user",
  applications: "application",
  sites: "site",
  currencies: "currency",
  categories: "category",
  items: "item",
  orders: "order",
  packs: "pack",
  payments: "payment",
  collections: "payment",
  v1: "payment",
} as const;

/** The kind that a parameter or field names: by its own name, or for `id` and `ids` by the path. */
export function kindOf(name: string, path: string): Kind | undefined {
  if (name === "id" && path.includes("/zone/")) return "zone";
  if (name === "id" && path.includes("top_values")) return "attribute";
  if (name === "id" && path === "/orders") return "item";
  if (name === "id" || name === "ids") return byFirstSegment[path.split("/")[1] ?? ""];
  return byName[name];
}

const most = 60;

/** Collects the values of an answer for later requests. */
export function learn(known: Known, path: string, body: unknown): void {
  const add = (kind: Kind, value: unknown) => {
    const text = String(value);
    if (typeof value === "object" || value === undefined || known[kind].includes(text)) return;
    known[kind].push(text);
    // Values of the demo stay; of the others the oldest is dropped.
    if (known[kind].length > most) known[kind].splice(most / 2, 1);
  };
  if (typeof body !== "object" || body === null) return;
  // Fields are looked up by name and checked before use.
  const fields = body as Record<string, unknown>;
  if (path === "/questions") add("question", fields.id);
  if (path === "/items") add("item", fields.id);
  if (path === "/orders")
    for (const { id, payments } of listOf(fields.orders)) {
      add("pack", id);
      add("order", id);
      for (const payment of listOf(payments)) add("payment", payment.id);
    }
  if (path.endsWith("/fiscal_documents"))
    for (const { id } of listOf(fields.fiscal_documents)) add("document", id);
  if (path === "/missed_feeds") for (const { _id } of listOf(fields.messages)) add("notification", _id);
  if (fields.scroll_id) add("scroll", fields.scroll_id);
  if (fields.refresh_token) add("refresh", fields.refresh_token);
}

const listOf = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : []);
