import { problemCatalog } from "@marketplace/conventions";

/** Every error this service gives on purpose, beside the conventions' own. */
export const problems = problemCatalog({
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
  picture_file_required: { status: 400, error: "bad_request", message: "The field 'file' is required" },
  one_picture_only: {
    status: 400,
    error: "bad_request",
    message: "Send one picture, in the form field file",
  },
  picture_form_broken: {
    status: 400,
    error: "bad_request",
    message: ({ reason }: { reason: string }) => `The multipart body is not valid: ${reason}`,
  },
  picture_type_not_allowed: {
    status: 400,
    error: "bad_request",
    message: "File type is not allowed: send a JPG or a PNG",
  },
  picture_unreadable: { status: 400, error: "bad_request", message: "The file is not a valid picture" },
  picture_too_large: {
    status: 400,
    error: "bad_request",
    message: ({ max }: { max: number }) => `A picture may have at most ${max} pixels on each side`,
  },
  picture_lost: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `The file of picture ${id} could not be retrieved from storage`,
  },
  range_not_satisfiable: {
    status: 416,
    error: "range_not_satisfiable",
    message: ({ size }: { size: number }) => `The range lies outside of the file's ${size} bytes`,
  },
  picture_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Picture with id ${id} not found`,
  },
  variation_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id, item }: { id: number; item: string }) => `Variation ${id} of item ${item} not found`,
  },
  listing_type_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: string }) => `Listing type not found: ${id}`,
  },
  user_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `User with id ${id} not found`,
  },
  others_listing_types: {
    status: 403,
    error: "forbidden",
    message: "Reading the listing types of another user is restricted.",
  },
  unable_to_list: {
    status: 403,
    error: "User is unable to list.",
    message: "seller.unable_to_list",
  },
  relist_invalid: {
    status: 400,
    error: "item.relist.invalid",
    message: "The item cannot be relisted",
  },
  visited_item_not_found: { status: 404, error: "not_found", message: "Item not found" },
  too_many_visit_items: {
    status: 400,
    error: "bad_request",
    message: "maximum amount of items to query is 1",
  },
  unknown_date_format: { status: 400, error: "bad_request", message: "unknown date format" },
  invalid_time_window: {
    status: 400,
    error: "bad_request",
    message: "invalid time window, should be smaller or equal to 150 days",
  },
  others_visits: {
    status: 403,
    error: "forbidden",
    message: "Reading the visits of another user is restricted.",
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
  attribute_of_every_category: {
    status: 409,
    error: "conflict",
    message: ({ id }: { id: string }) => `The attribute ${id} belongs to every category`,
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
