import type { HelpFor } from "@marketplace/conventions";
import type { problems } from "./problems.ts";

/** Why each error of this service is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  empty_site_id: {
    why: "The segment of the path for the site is empty.",
    remedy: "Name a site, such as `/shipping/flex/sites/MLA/...`.",
  },
  invalid_site_id: {
    why: "The site does not exist, or has no Flex.",
    remedy: "Use the site of the seller, in capitals.",
  },
  user_of_other_site: {
    why: "The user in the path is registered on another site than the path names.",
    remedy: "Use the user's own `site_id`.",
  },
  no_access: {
    why: "The user in the path is not the one of the token.",
    remedy: "Use a token of that user, or of an operator.",
  },
  user_not_found: {
    why: "No user has this id.",
    remedy: "Use the id of `GET /users/me`.",
  },
  invalid_user_id: {
    why: "The user id of the path is not a number.",
    remedy: "Send digits only.",
  },
  invalid_service_id: {
    why: "The service id of the path is not a number.",
    remedy: "Use the `service_id` of the seller's subscription.",
  },
  subscriptions_not_found: {
    why: "The seller has no subscription, or none of this service.",
    remedy: "List the seller's subscriptions. Without any, they have to join Flex first.",
  },
  subscription_exists: {
    why: "A seller has one subscription for each mode.",
    remedy: "Change the one there is.",
  },
  subscription_transition: {
    why: "The status cannot be reached from the present one.",
    remedy: "Read the present status, and ask for one that follows it.",
  },
  unmet_prerequisites: {
    why: "The seller does not have all that the mode asks for; `cause` lists what is missing.",
    remedy: "Provide what `cause` names, and try again.",
  },
  invalid_json_body: {
    why: "The body is not JSON, or breaks a rule of the configuration. `cause` names each.",
    remedy: "Mend what `cause` names; `availables` of the configuration says which values can be chosen.",
  },
  failed_schema: {
    why: "`body.query` asks for another operation or root field than `configuration`, or has an argument that is unknown, missing or of the wrong type.",
    remedy:
      "Select `configuration` with `user_id` and `service_id`, which are numbers. `cause` says what is wrong.",
  },
  invalid_query: {
    why: "`body.query` is missing or no text, breaks the syntax of GraphQL, selects a field that the configuration does not have, or asks for too much at once.",
    remedy: "Check braces and the names of fields. `cause` says what is wrong.",
  },
  delivery_forbidden: {
    why: "The delivery hours belong to another seller, or the seller may not manage them.",
    remedy: "Use a token of the seller; `disabled_features` of the configuration says what is switched off.",
  },
  delivery_not_found: {
    why: "The subscription whose delivery hours are changed does not exist.",
    remedy: "Use user and service of an entry of the seller's subscriptions.",
  },
  coverage_forbidden: {
    why: "The coverage belongs to another seller, or the seller may not manage it.",
    remedy: "Use a token of the seller; `disabled_features` of the configuration says what is switched off.",
  },
  coverage_not_found: {
    why: "The subscription whose coverage is changed does not exist.",
    remedy: "Use user and service of an entry of the seller's subscriptions.",
  },
  invalid_authorization: {
    why: "The token lacks the scope that the operation needs.",
    remedy: "Give the application the scope, and let the user authorize it again.",
  },
  wrong_access_token: {
    why: "The token is of another user than the seller of the item or shipment.",
    remedy: "Use a token of that seller.",
  },
  invalid_data: {
    why: "The site or the item id of the path is not valid.",
    remedy: "Correct what `cause` names.",
  },
  item_does_not_exist: {
    why: "No item has this id on the site.",
    remedy: "Check the id, and that the path names the item's site.",
  },
  item_not_found: {
    why: "The item is not known to Flex, or was removed meanwhile.",
    remedy: "Read the item; if it is there, try again.",
  },
  item_already_in_flex: {
    why: "Flex is on for the item, which may also be paused or closed.",
    remedy: "Treat it as done.",
  },
  item_not_in_flex: {
    why: "Flex is off for the item.",
    remedy: "Treat it as done, or switch it on with POST.",
  },
  item_down: {
    why: "The item cannot be on Flex now; `cause` says why, for instance that it is not active.",
    remedy: "Remove the reason, and try again.",
  },
  unexpected_internal_error: {
    why: "A defect of the product. Its log has the details under the request's id.",
    remedy: "Repeat it. If it stays, report it with the answer's `X-Request-Id`.",
  },
  order_not_found: {
    why: "No order has this id.",
    remedy: "Check the id against `GET /orders/search`.",
  },
  invalid_order_id: {
    why: "The order id of the path is not a number.",
    remedy: "Send digits only.",
  },
  not_owned_order: {
    why: "The token is neither of the buyer nor of the seller.",
    remedy: "Use a token of one of them.",
  },
  shipment_not_found: {
    why: "No shipment has this id.",
    remedy: "Use `shipping.id` of an order.",
  },
  not_a_party: {
    why: "The token is neither of the buyer nor of the seller of the shipment.",
    remedy: "Use a token of one of them.",
  },
  not_the_sender: {
    why: "A shipment is moved by the seller who sends it.",
    remedy: "Use a token of the seller or of an operator.",
  },
  shipment_transition: {
    why: "The status cannot be reached from the present one; a delivered shipment stays delivered.",
    remedy: "Read the present status, and ask for one that follows it.",
  },
  too_many_moves: {
    why: "The history of the shipment is full: a client changes it again and again.",
    remedy: "Find the loop in the client.",
  },
  invalid_shipment_mode: {
    why: "The shipment is of a mode that does not have this operation.",
    remedy: "Read `mode`: labels are of `me2`, notifications of sellers of `me1`.",
  },
  invalid_shipment_caller: {
    why: "The label is the seller's.",
    remedy: "Use a token of the shipment's seller.",
  },
  invalid_shipment_ff_public: {
    why: "The marketplace ships it from its own warehouse, with a label of its own.",
    remedy: "Nothing is to be printed.",
  },
  not_printable_status: {
    why: "None of the shipments asked for has a label: at least one is not yet, or no longer, to be labeled.",
    remedy:
      "Print labels of shipments that are `ready_to_ship` or `shipped`; `failed_shipments` names the others.",
  },
  sla_not_found: {
    why: "The shipment has no deadline for being handed over.",
    remedy: "Treat it as none.",
  },
  delays_not_found: {
    why: "Nothing of the shipment was late.",
    remedy: "Treat it as an empty list.",
  },
  invalid_substatus: {
    why: "Each status has substatuses of its own.",
    remedy: "Use one of `GET /shipment_statuses`.",
  },
  date_out_of_range: {
    why: "The date of the notification does not follow the last one, or has not come yet.",
    remedy: "Send the moment at which it happened, with its UTC offset.",
  },
  invalid_parameter: {
    why: "A parameter of the path or the body is not valid; `cause` names it.",
    remedy: "Correct it.",
  },
  shipment_id_not_found: {
    why: "The site has no Flex shipment of this id, or it has no driver, or is not on its way.",
    remedy: "Check site and id; a driver is assigned once the shipment is `shipped`.",
  },
  internal_error: {
    why: "A defect of the product. Its log has the details under the request's id.",
    remedy: "Repeat it. If it stays, report it with the answer's `X-Request-Id`.",
  },
  outside_coverage: {
    why: "No coverage area of the site holds the place.",
    remedy: "`GET /shipping/flex/sites/{site_id}/coverage_areas` has the areas with their outlines.",
  },
};
