import { get, put } from "../api/api.ts";
import { fixtures, users } from "../api/world.ts";
import { anybody, type Outcome, onlyOperator, onlySeller, type Row } from "./row.ts";
import { category, item, photo, picture, pictureFile, variation, variedItem } from "./things.ts";

const { category_leaf: leaf, category_vehicles: vehicles, domain_vehicles: domain, item_active } = fixtures;

/** Routes that every token may read. */
const read = (route: string, path: string): Row => ({
  route,
  refusal: "read",
  roles: anybody,
  call: () => ({ path }),
});

/** Users under moderation may not list. */
const mayList = (success: Outcome) => ({ else: success, moderated: "403 User is unable to list." }) as const;

async function newItemBody() {
  const model = await get(`/items/${item_active}`, { as: users.seller_mla });
  const { category_id, currency_id, price, attributes } = model.json<Record<string, unknown>>();
  return { title: "Uno de la matriz", category_id, currency_id, price, attributes };
}

const attribute = { id: "SIZE", name: "Talle", value_type: "string" };

/** Routes by which operators change the category tree, each on a category of its own. */
const treeRows: readonly Row[] = [
  {
    route: "POST /categories",
    refusal: "write",
    roles: onlyOperator("201"),
    call: () => ({ path: "/categories", body: { site_id: "MEC", name: "Una de la matriz" } }),
  },
  {
    route: "PUT /categories/{id}",
    refusal: "write",
    roles: onlyOperator("200"),
    call: async () => ({ path: `/categories/${await category()}`, body: { name: "Otra" } }),
  },
  {
    route: "DELETE /categories/{id}",
    refusal: "write",
    roles: onlyOperator("204"),
    call: async () => ({ path: `/categories/${await category()}` }),
  },
  {
    route: "POST /categories/{id}/attributes",
    refusal: "write",
    roles: onlyOperator("201"),
    call: async () => ({ path: `/categories/${await category()}/attributes`, body: attribute }),
  },
  {
    route: "PUT /categories/{id}/attributes/{attribute_id}",
    refusal: "write",
    roles: onlyOperator("200"),
    call: async () => ({
      path: `/categories/${await category()}/attributes/BRAND`,
      body: { hint: "La marca" },
    }),
  },
  {
    route: "DELETE /categories/{id}/attributes/{attribute_id}",
    refusal: "write",
    roles: onlyOperator("204"),
    call: async () => ({ path: `/categories/${await category()}/attributes/BRAND` }),
  },
];

async function variationPath(): Promise<string> {
  const { item, variation } = await variedItem();
  return `/items/${item}/variations/${variation}`;
}

const source = "https://img.example/matrix.jpg";

const encoder = new TextEncoder();

export const catalogRows: readonly Row[] = [
  ...treeRows,
  read("GET /sites", "/sites"),
  read("GET /sites/{id}", "/sites/MLA"),
  read("GET /currencies", "/currencies"),
  read("GET /currencies/{id}", "/currencies/ARS"),
  read("GET /sites/{site_id}/categories", "/sites/MLA/categories"),
  read("GET /sites/{site_id}/categories/all", "/sites/MLA/categories/all"),
  read("GET /categories/{id}", `/categories/${leaf}`),
  read("GET /categories/{id}/attributes", `/categories/${vehicles}/attributes`),
  read("GET /categories/{id}/shipping_preferences", `/categories/${leaf}/shipping_preferences`),
  read("GET /items", `/items?ids=${item_active}`),
  read("GET /items/{id}", `/items/${item_active}`),
  read("GET /items/{id}/description", `/items/${item_active}/description`),
  read(
    "GET /items/{id}/descriptions/{description_id}",
    `/items/${item_active}/descriptions/${item_active}-1`,
  ),
  {
    route: "GET /users/{id}/items/search",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/items/search` }),
  },
  read("GET /sites/{site_id}/listing_types", "/sites/MLA/listing_types"),
  read("GET /sites/{site_id}/listing_types/{id}", "/sites/MLA/listing_types/free"),
  read("GET /sites/{site_id}/listing_prices", "/sites/MLA/listing_prices?price=5000"),
  {
    route: "GET /users/{id}/available_listing_types",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/available_listing_types` }),
  },
  read("GET /categories/{id}/sale_terms", `/categories/${leaf}/sale_terms`),
  {
    route: "POST /items/{id}/relist",
    refusal: "write",
    roles: { ...onlySeller, seller: "201" },
    call: async () => {
      const id = await item();
      await put(`/items/${id}`, { as: users.seller_mla, body: { status: "closed" } });
      return {
        path: `/items/${id}/relist`,
        body: { listing_type_id: "gold_special", price: 9, quantity: 1 },
      };
    },
  },
  read("GET /visits/items", `/visits/items?ids=${item_active}`),
  read("GET /items/visits", `/items/visits?ids=${item_active}`),
  read("GET /items/{id}/visits", `/items/${item_active}/visits`),
  read("GET /items/{id}/visits/time_window", `/items/${item_active}/visits/time_window?last=7`),
  {
    route: "GET /users/{id}/items_visits",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/items_visits` }),
  },
  {
    route: "GET /users/{id}/items_visits/time_window",
    refusal: "read",
    roles: { ...onlySeller, operator: "200" },
    call: () => ({ path: `/users/${users.seller_mla.id}/items_visits/time_window?last=7` }),
  },
  read("GET /items/{id}/available_listing_types", `/items/${item_active}/available_listing_types`),
  read("GET /items/{id}/available_upgrades", `/items/${item_active}/available_upgrades`),
  read("GET /items/{id}/available_downgrades", `/items/${item_active}/available_downgrades`),
  {
    route: "POST /items/{id}/listing_type",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/items/${await item()}/listing_type`, body: { id: "gold_special" } }),
  },
  read("GET /sites/{site_id}/search", "/sites/MLA/search?q=celular"),
  read("GET /{site_id}/search", `/MLA/search?category=${leaf}`),
  read("GET /sites/{site_id}/domain_discovery/search", "/sites/MLA/domain_discovery/search?q=celular"),
  read(
    "POST /catalog_domains/{domain_id}/attributes/{attribute_id}/top_values",
    `/catalog_domains/${domain}/attributes/BRAND/top_values?limit=5&metric_type=NOL_90`,
  ),
  {
    route: "POST /items",
    refusal: "write",
    roles: mayList("201"),
    call: async () => ({ path: "/items", body: await newItemBody() }),
  },
  {
    route: "POST /items/bulk",
    refusal: "write",
    roles: { else: "200" },
    // Bytes are sent without a media type, which counts as NDJSON.
    call: async () => ({ path: "/items/bulk", body: encoder.encode(JSON.stringify(await newItemBody())) }),
  },
  {
    route: "POST /items/validate",
    refusal: "write",
    roles: mayList("204"),
    call: async () => ({ path: "/items/validate", body: await newItemBody() }),
  },
  {
    route: "POST /items/{id}/description",
    refusal: "write",
    roles: { ...onlySeller, seller: "201" },
    call: async () => ({ path: `/items/${await item()}/description`, body: { plain_text: "Nuevo" } }),
  },
  {
    route: "PUT /items/{id}/description",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/items/${await item()}/description`, body: { plain_text: "Nuevo" } }),
  },
  {
    route: "POST /pictures",
    refusal: "write",
    roles: { else: "201" },
    call: () => ({ path: "/pictures", body: { source } }),
  },
  {
    route: "POST /pictures/items/upload",
    refusal: "write",
    roles: { else: "201" },
    call: () => ({ path: "/pictures/items/upload", body: photo() }),
  },
  {
    route: "GET /pictures/files/{name}",
    refusal: "public",
    roles: anybody,
    call: async () => ({ path: await pictureFile() }),
  },
  {
    route: "GET /pictures/{id}",
    refusal: "read",
    roles: anybody,
    call: async () => ({ path: `/pictures/${await picture()}` }),
  },
  {
    route: "GET /pictures/{id}/errors",
    refusal: "read",
    roles: anybody,
    call: async () => ({ path: `/pictures/${await picture()}/errors` }),
  },
  {
    route: "POST /items/{id}/pictures",
    refusal: "write",
    roles: { ...onlySeller, seller: "201" },
    call: async () => ({ path: `/items/${await item()}/pictures`, body: { source } }),
  },
  {
    route: "GET /items/{id}/variations",
    refusal: "read",
    roles: anybody,
    call: async () => ({ path: `/items/${(await variedItem()).item}/variations` }),
  },
  {
    route: "POST /items/{id}/variations",
    refusal: "write",
    roles: { ...onlySeller, seller: "201" },
    call: async () => ({ path: `/items/${(await variedItem()).item}/variations`, body: variation("Lila") }),
  },
  {
    route: "GET /items/{id}/variations/{variation_id}",
    refusal: "read",
    roles: anybody,
    call: async () => ({ path: await variationPath() }),
  },
  {
    route: "PUT /items/{id}/variations/{variation_id}",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: await variationPath(), body: { available_quantity: 2 } }),
  },
  {
    route: "DELETE /items/{id}/variations/{variation_id}",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: await variationPath() }),
  },
  {
    route: "PUT /items/{id}",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/items/${await item()}`, body: { available_quantity: 5 } }),
  },
];
