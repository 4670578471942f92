import { problemCatalogue } from "@marketplace/conventions";

/** Every error this service gives on purpose, beside the conventions' own. */
export const problems = problemCatalogue({
  site_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Site not found: ${id}`,
  },
  category_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Category not found: ${id}`,
  },
  currency_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Currency not found: ${id}`,
  },
  item_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Item with id ${id} not found`,
  },
  description_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Description with id ${id} not found`,
  },
  others_items: {
    status: 403,
    error: "forbidden",
    message: "Searching another user items is restricted.",
  },
  domain_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Top values are not available for the domain: ${id}`,
  },
  attribute_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id, domain }: { id: string; domain: string }) =>
      `Attribute not found: ${id} in the domain ${domain}`,
  },
  tree_operators_only: {
    status: 403,
    error: "forbidden",
    message: "Only operators change the category tree",
  },
  category_exists: {
    status: 409,
    error: "conflict",
    message: ({ id }: { id: string }) => `The category ${id} exists already`,
  },
  category_retired: {
    status: 409,
    error: "conflict",
    message: ({ id }: { id: string }) =>
      `The category ${id} is retired: POST /categories with its id brings it back`,
  },
  category_has_children: {
    status: 409,
    error: "conflict",
    message: ({ id, children }: { id: string; children: number }) =>
      `The category ${id} has ${children} categories below it: retire or move them first`,
  },
  category_has_items: {
    status: 409,
    error: "conflict",
    message: ({ id, active }: { id: string; active: number }) =>
      `The category ${id} has ${active} active items: they have to be closed or moved first`,
  },
  category_attribute_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id, category }: { id: string; category: string }) =>
      `Attribute not found: ${id} in the category ${category}`,
  },
  category_attribute_exists: {
    status: 409,
    error: "conflict",
    message: ({ id, category }: { id: string; category: string }) =>
      `The category ${category} has the attribute ${id} already`,
  },
  not_item_owner: {
    status: 403,
    error: "forbidden",
    message: ({ id }: { id: string }) => `The caller is not the seller of the item ${id}`,
  },
  operators_only: {
    status: 403,
    error: "forbidden",
    message: "Only operators put items under review or take them out of it",
  },
  search_not_ready: {
    status: 503,
    error: "service_unavailable",
    message: "The search index is being built: try again in a second",
  },
  validation_error: {
    status: 400,
    error: "validation_error",
    message: "Validation error",
  },
});
