import type { HelpFor } from "@marketplace/conventions";
import type { problems as messageProblems } from "./messages/problems.ts";
import type { problems } from "./problems.ts";

/** Why each error of orders is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  order_in_pack: {
    why: "The order belongs to a pack, and the operation is for the pack.",
    remedy: "Use the order's `pack_id`.",
  },
  order_not_found: {
    why: "No order has this id.",
    remedy: "Check the id against `GET /orders/search`, or the `resource` of the notification.",
  },
  invalid_order_id: {
    why: "The order id of the path is not a number.",
    remedy: "Send digits only.",
  },
  not_owned_order: {
    why: "The token is neither of the buyer nor of the seller.",
    remedy: "Use a token of one of them.",
  },
  caller_not_matching: {
    why: "The search asks for the orders of another user.",
    remedy: "Send the caller's own id as `seller` or `buyer`.",
  },
  payment_not_found: {
    why: "No payment has this id.",
    remedy: "Use an id of `payments` of an order.",
  },
  payment_of_others: {
    why: "The token is neither of who paid nor of who was paid.",
    remedy: "Use a token of one of them.",
  },
  feedback_not_found: {
    why: "No feedback has this id, or it is not visible yet.",
    remedy: "Read both sides with `GET /orders/{id}/feedback`.",
  },
  feedback_already_exists: {
    why: "Each side gives one feedback on an order.",
    remedy: "Change the one there is with PUT.",
  },
  invalid_fulfilled: {
    why: "`fulfilled` is not a boolean, or says that a refunded sale took place.",
    remedy: "Send true or false; after a refund, false.",
  },
  unfulfilled_too_late: {
    why: "The time in which a sale can be called unfulfilled is over.",
    remedy: "Nothing can be done about the order by feedback.",
  },
  units_returned: {
    why: "A change says that units are not for sale again which are already.",
    remedy: "Leave `restock_item` out, or send true; change the item's stock instead.",
  },
  reply_time_expired: {
    why: "The 14 days for a reply are over.",
    remedy: "Nothing can be added any more.",
  },
  reply_already_exists: {
    why: "A feedback takes one reply.",
    remedy: "Nothing can be added any more.",
  },
  billing_info_not_found: {
    why: "The buyer has given no data for an invoice.",
    remedy: "Treat it as none.",
  },
  note_not_found: {
    why: "The order has no note of this id of this seller.",
    remedy: "List the order's notes, and use an id of the list.",
  },
  not_the_buyer: {
    why: "Another user bought it.",
    remedy: "Use a token of the buyer.",
  },
  not_the_seller: {
    why: "Another user sold it.",
    remedy: "Use a token of the seller.",
  },
  not_a_party: {
    why: "The token is neither of the buyer nor of the seller.",
    remedy: "Use a token of one of them.",
  },
  operators_move: {
    why: "Some moves of a payment are the marketplace's, such as ending a dispute.",
    remedy: "Use a token of an operator.",
  },
  operators_verdict: {
    why: "Some statuses of an order are the marketplace's, such as `invalid`.",
    remedy: "Use a token of an operator.",
  },
  order_move: {
    why: "The status cannot be reached from the present one.",
    remedy: "Read the order, and ask for a status that follows its present one.",
  },
  order_not_payable: {
    why: "Only an order that waits for a payment can be paid.",
    remedy: "Read the order: it is paid or canceled.",
  },
  too_many_payments: {
    why: "Every reader of the order reads all of its payments, so their number has a bound.",
    remedy: "Have an open payment approved, or cancel the order and buy again.",
  },
  amount_too_high: {
    why: "A payment exceeds what is open, or a refund what was paid.",
    remedy: "Send at most the amount that the message names.",
  },
  payment_move: {
    why: "The status cannot be reached from the present one.",
    remedy: "Read the payment, and ask for a status that follows its present one.",
  },
  nothing_to_refund: {
    why: "The item had no price when it was sold: the payment moved no money.",
    remedy: "Cancel the order instead.",
  },
  order_not_cancellable: {
    why: "The order is delivered, or canceled already.",
    remedy: "Refund its payment instead.",
  },
  order_with_shipment: {
    why: "Whether it was delivered is said by its shipment.",
    remedy: "Move the shipment.",
  },
  order_not_paid: {
    why: "The operation is for orders that are paid.",
    remedy: "Wait for the payment; the topic `payments` tells of it.",
  },
  item_not_found: {
    why: "No item has this id.",
    remedy: "Check the id: that of a site, then digits, without a hyphen.",
  },
  item_not_active: {
    why: "The item is paused, closed or under review.",
    remedy: "Wait until its seller activates it.",
  },
  variation_needed: {
    why: "The item is sold in variations, and the order names none.",
    remedy: "Send `variation_id` with one of the item's variations.",
  },
  variation_unknown: {
    why: "The item has no variation of this id.",
    remedy: "Read the item, and use an id of its variations.",
  },
  own_item: {
    why: "The token belongs to the seller of the item.",
    remedy: "Buy with the token of another user.",
  },
  item_of_other_site: {
    why: "Users buy on their own site.",
    remedy: "Use a buyer of the item's site.",
  },
  total_too_high: {
    why: "Price times quantity exceeds the largest amount that can be written.",
    remedy: "Order less of it.",
  },
  item_without_price: {
    why: "The category lets sellers leave the price out, and this item has none.",
    remedy: "Offer to buy only what has a `price`.",
  },
  buying_not_allowed: {
    why: "Buyer and seller of such items settle between themselves; the category's `buying_allowed` is false.",
    remedy: "Read `settings.buying_allowed` of the item's category before you offer to buy.",
  },
  stock_insufficient: {
    why: "Less is left than is asked for: others may have bought it a moment ago.",
    remedy: "Read `available_quantity`, and ask for no more.",
  },
};

/** The same for messages. */
export const messageHelp: HelpFor<typeof messageProblems> = {
  not_conversation_party: {
    why: "The token is neither of the buyer nor of the seller of the pack.",
    remedy: "Use a token of one of them.",
  },
  conversation_blocked: {
    why: "The conversation takes no message now; its `status` says why.",
    remedy: "Read the conversation's status. Where a seller begins, they choose an option first.",
  },
  status_update_forbidden: {
    why: "The conversation is the other side's to open or close.",
    remedy: "Use a token of that side, or of an operator.",
  },
  field_required: {
    why: "The body lacks a field.",
    remedy: "Send the field that the message names.",
  },
  content_too_long: {
    why: "The text is longer than a message may be.",
    remedy: "Shorten it, or send two.",
  },
  receiver_invalid: {
    why: "A message goes to the other side of the pack.",
    remedy: "Send the id of the buyer, or of the seller, in `to.user_id`.",
  },
  message_unknown: {
    why: "No message has this id.",
    remedy: "Use an id of the pack's messages.",
  },
  attachment_invalid: {
    why: "An attachment of the message was not uploaded by its sender, or was used before.",
    remedy: "Upload the file, and send the id of the answer.",
  },
  attachment_unknown: {
    why: "No attachment has this id, or it belongs to other users.",
    remedy: "Use an id of `message_attachments` of a message.",
  },
  attachment_lost: {
    why: "The file is known, but the object store does not have it.",
    remedy: "Send it again. Operators compare the store with their backup.",
  },
  range_not_satisfiable: {
    why: "The header `Range` begins after the end of the file.",
    remedy: "Ask for a range within the size that `Content-Range` says, or leave the header out.",
  },
  file_required: {
    why: "The form has no part `file`.",
    remedy: "Send `multipart/form-data` with the file in the field `file`.",
  },
  one_file_only: {
    why: "The form has several files.",
    remedy: "Send a request for each.",
  },
  filename_not_allowed: {
    why: "The name is empty, too long, or has characters that a file name may not have.",
    remedy: "Rename the file.",
  },
  file_empty: {
    why: "The file has not a byte.",
    remedy: "Send one with content.",
  },
  file_type_not_allowed: {
    why: "Attachments are JPG, PNG, PDF or TXT, and the bytes have to be what the type says.",
    remedy: "Convert the file, and send it again.",
  },
  form_broken: {
    why: "The multipart body cannot be read.",
    remedy: "Let a library write the body, and do not set Content-Type by hand: it needs the boundary.",
  },
  option_invalid: {
    why: "The conversation has no such option.",
    remedy: "Use an `option_id` of what the conversation offers now.",
  },
  option_used: {
    why: "The option can be taken a limited number of times.",
    remedy: "Choose another, or wait for the buyer.",
  },
  template_invalid: {
    why: "The option has no template of this id.",
    remedy: "Use a template that the option lists.",
  },
  template_vars_invalid: {
    why: "The variables are not those of the template.",
    remedy: "Send each variable that the template names, and no other.",
  },
};
