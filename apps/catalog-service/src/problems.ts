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
  validation_error: {
    status: 400,
    error: "validation_error",
    message: "Validation error",
  },
});
