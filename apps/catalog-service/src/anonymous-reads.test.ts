import { expect, it } from "vitest";
import { resources } from "./resources.ts";

it("sites, categories, currencies, items and search may be read without a token, and nothing else", () => {
  const operations = resources.flatMap((resource) => resource.operations);
  const open = operations.filter(({ anonymous }) => anonymous);
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    "GET /categories/{id}",
    "GET /categories/{id}/attributes",
    "GET /categories/{id}/shipping_preferences",
    "GET /currencies",
    "GET /currencies/{id}",
    "GET /items",
    "GET /items/{id}",
    "GET /items/{id}/description",
    "GET /items/{id}/descriptions/{description_id}",
    "GET /items/{id}/variations",
    "GET /items/{id}/variations/{variation_id}",
    "GET /sites",
    "GET /sites/{id}",
    "GET /sites/{site_id}/categories",
    "GET /sites/{site_id}/categories/all",
    "GET /sites/{site_id}/search",
    "GET /{site_id}/search",
  ]);
});
