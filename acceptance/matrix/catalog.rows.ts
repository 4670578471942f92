import { get } from "../api/api.ts";
import { fixtures, users } from "../api/world.ts";
import { anybody, onlyOperator, onlySeller, type Row } from "./row.ts";
import { category, item } from "./things.ts";

const { category_leaf: leaf, category_vehicles: vehicles, domain_vehicles: domain, item_active } = fixtures;

/** Routes that every token may read. */
const read = (route: string, path: string): Row => ({
  route,
  refusal: "read",
  roles: anybody,
  call: () => ({ path }),
});

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
    roles: { else: "201" },
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
    roles: { else: "204" },
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
    route: "PUT /items/{id}",
    refusal: "write",
    roles: onlySeller,
    call: async () => ({ path: `/items/${await item()}`, body: { available_quantity: 5 } }),
  },
];
