import { problemCatalog } from "@marketplace/conventions";

/** Every error of Flex, letter by letter (spec: Errors, Flex; decisions 6). */
export const problems = problemCatalog({
  empty_site_id: { status: 400, message: "empty site id" },
  invalid_site_id: { status: 400, message: "invalid site_id" },
  user_of_other_site: { status: 400, message: "can't access to resource" },
  no_access: { status: 403, message: "can't access to resource" },
  outside_coverage: { status: 404, message: "the place is outside of the coverage areas" },
  user_not_found: { status: 404, message: "user not found" },
  invalid_user_id: { status: 400, message: "invalid user_id" },
  invalid_service_id: { status: 400, message: "invalid service_id" },

  subscriptions_not_found: { status: 404, message: "subscriptions not found" },
  subscription_exists: {
    status: 409,
    message: ({ mode }: { mode: string }) => `The user already has a ${mode} subscription`,
  },
  subscription_transition: {
    status: 409,
    message: ({ from, to }: { from: string; to: string }) => `A subscription cannot go from ${from} to ${to}`,
  },
  unmet_prerequisites: {
    status: 400,
    message: ({ mode }: { mode: string }) => `The prerequisites of ${mode} are not met`,
  },

  invalid_json_body: { status: 400, message: "invalid JSON body" },
  failed_schema: { status: 400, message: "failed to create schema in graphql operation" },
  invalid_query: { status: 400, message: "invalid query" },
  delivery_forbidden: { status: 403, message: "can't update delivery custom" },
  delivery_not_found: { status: 404, message: "can't update delivery custom" },
  coverage_forbidden: { status: 403, message: "can't update coverage zone" },
  coverage_not_found: { status: 404, message: "can't update coverage zone" },

  invalid_authorization: { status: 401, message: "invalid authorization" },
  wrong_access_token: { status: 403, message: "wrong access token" },

  invalid_data: { status: 400, message: "invalid data" },
  item_does_not_exist: { status: 404, message: "item does not exist" },
  item_not_found: { status: 404, message: "item not found" },
  item_already_in_flex: { status: 400, message: "item is already in flex" },
  item_not_in_flex: { status: 400, message: "item is not in flex" },
  item_down: { status: 403, message: "item down" },
  unexpected_internal_error: { status: 500, message: "unexpected internal error" },

  order_not_found: { status: 404, error: "order_not_found", message: "Order do not exists" },
  invalid_order_id: { status: 400, error: "invalid_order_id", message: "The order id must be an integer" },
  not_owned_order: {
    status: 403,
    error: "not_owned_order",
    message: "The user has not access to the order",
  },

  shipment_not_found: {
    status: 404,
    message: ({ id }: { id: number }) => `Shipment with id ${id} not found`,
  },
  not_a_party: {
    status: 403,
    message: ({ id }: { id: number }) => `The user has not access to the shipment ${id}`,
  },
  not_the_sender: { status: 403, message: "Only the seller or an operator can change a shipment" },
  shipment_transition: {
    status: 409,
    message: ({ from, to }: { from: string; to: string }) => `A shipment cannot go from ${from} to ${to}`,
  },
  too_many_moves: {
    status: 409,
    message: ({ id }: { id: number }) => `The substatus of shipment ${id} has changed too often`,
  },
  invalid_shipment_mode: {
    status: 400,
    error: "invalid_shipment_mode",
    message: ({ id }: { id: number }) => `The mode of shipment ${id} does not allow this`,
  },
  invalid_shipment_caller: {
    status: 403,
    error: "invalid_shipment_caller",
    message: "Only the seller of a shipment can read its label",
  },
  invalid_shipment_ff_public: {
    status: 400,
    error: "invalid_shipment_ff_public",
    message: ({ id }: { id: number }) => `The platform ships shipment ${id} from its own warehouse`,
  },
  not_printable_status: {
    status: 400,
    error: "not_printable_status",
    message: "The status of the shipments does not allow to print their labels",
  },
  sla_not_found: { status: 404, message: "failed to retrieve data" },
  delays_not_found: { status: 404, message: "Delays Not Found for shipment" },
  invalid_substatus: {
    status: 400,
    message: ({ status, substatus }: { status: string; substatus: string }) =>
      `${substatus} is no substatus of ${status}`,
  },

  date_out_of_range: {
    status: 400,
    message: "payload.date is before the last status of the shipment, or in the future",
  },

  invalid_parameter: { status: 400, message: "invalid parameter" },
  shipment_id_not_found: { status: 404, message: "shipment_id not found" },
  internal_error: { status: 500, message: "internal error" },
});
