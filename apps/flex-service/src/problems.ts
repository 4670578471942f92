import { problemCatalogue } from "@marketplace/conventions";

/** Every error of Flex, letter by letter (spec: Errors, Flex; decisions 6). */
export const problems = problemCatalogue({
  empty_site_id: { status: 400, error: "bad_request", message: "empty site id" },
  invalid_site_id: { status: 400, error: "bad_request", message: "invalid site_id" },
  user_of_other_site: { status: 400, error: "bad_request", message: "can't access to resource" },
  no_access: { status: 403, error: "forbidden", message: "can't access to resource" },
  user_not_found: { status: 404, error: "not_found", message: "user not found" },
  invalid_user_id: { status: 400, error: "bad_request", message: "invalid user_id" },
  invalid_service_id: { status: 400, error: "bad_request", message: "invalid service_id" },

  subscriptions_not_found: { status: 404, error: "not_found", message: "subscriptions not found" },
  subscription_exists: {
    status: 409,
    error: "conflict",
    message: ({ mode }: { mode: string }) => `The user already has a ${mode} subscription`,
  },
  subscription_transition: {
    status: 409,
    error: "conflict",
    message: ({ from, to }: { from: string; to: string }) => `A subscription cannot go from ${from} to ${to}`,
  },
  unmet_prerequisites: {
    status: 400,
    error: "bad_request",
    message: ({ mode }: { mode: string }) => `The prerequisites of ${mode} are not met`,
  },

  invalid_json_body: { status: 400, error: "bad_request", message: "invalid JSON body" },
  failed_schema: {
    status: 400,
    error: "bad_request",
    message: "failed to create schema in graphql operation",
  },
  invalid_query: { status: 400, error: "bad_request", message: "invalid query" },
  delivery_forbidden: { status: 403, error: "forbidden", message: "can't update delivery custom" },
  delivery_not_found: { status: 404, error: "not_found", message: "can't update delivery custom" },
  coverage_forbidden: { status: 403, error: "forbidden", message: "can't update coverage zone" },
  coverage_not_found: { status: 404, error: "not_found", message: "can't update coverage zone" },

  invalid_authorization: { status: 401, error: "unauthorized", message: "invalid authorization" },
  wrong_access_token: { status: 403, error: "forbidden", message: "wrong access token" },

  invalid_data: { status: 400, error: "bad_request", message: "invalid data" },
  item_does_not_exist: { status: 404, error: "not_found", message: "item does not exist" },
  item_not_found: { status: 404, error: "not_found", message: "item not found" },
  item_already_in_flex: { status: 400, error: "bad_request", message: "item is already in flex" },
  item_not_in_flex: { status: 400, error: "bad_request", message: "item is not in flex" },
  item_down: { status: 403, error: "forbidden", message: "item down" },
  unexpected_internal_error: {
    status: 500,
    error: "internal_server_error",
    message: "unexpected internal error",
  },

  shipment_not_found: {
    status: 404,
    error: "not_found",
    message: ({ id }: { id: number }) => `Shipment with id ${id} not found`,
  },
  not_the_sender: {
    status: 403,
    error: "forbidden",
    message: "Only the seller or an operator can change a shipment",
  },
  shipment_transition: {
    status: 409,
    error: "conflict",
    message: ({ from, to }: { from: string; to: string }) => `A shipment cannot go from ${from} to ${to}`,
  },
  invalid_substatus: {
    status: 400,
    error: "bad_request",
    message: ({ status, substatus }: { status: string; substatus: string }) =>
      `${substatus} is no substatus of ${status}`,
  },

  invalid_parameter: { status: 400, error: "bad_request", message: "invalid parameter" },
  shipment_id_not_found: { status: 404, error: "not_found", message: "shipment_id not found" },
  internal_error: { status: 500, error: "internal_server_error", message: "internal error" },
});
