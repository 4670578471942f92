import type { HelpFor } from "@marketplace/conventions";
import type { problems } from "./problems.ts";

/** Why each error of this service is answered, and what to do about it. */
export const problemHelp: HelpFor<typeof problems> = {
  invalid_post_body: {
    why: "The body is not JSON, lacks a field, or has one that the operation does not know.",
    remedy: "Send only the attributes that the message lists.",
  },
  text_is_null: {
    why: "`text` is null, or holds nothing but spaces.",
    remedy: "Send a text that can be read.",
  },
  text_too_long: {
    why: "The text has more than 2000 characters.",
    remedy: "Shorten it.",
  },
  question_id_not_integer: {
    why: "`question_id` is not a number.",
    remedy: "Send the `id` of a question, without quotes.",
  },
  item_not_found: {
    why: "No item has this id.",
    remedy: "Check the `item_id`: that of a site, then digits, without a hyphen.",
  },
  item_not_active: {
    why: "The item is paused, closed or under review, and takes no questions.",
    remedy: "Wait until its seller activates it.",
  },
  own_item: {
    why: "The token belongs to the seller of the item.",
    remedy: "Ask with the token of another user.",
  },
  asker_blocked: {
    why: "The seller has this user in their blacklist.",
    remedy: "Nothing: only the seller can change that.",
  },
  question_not_found: {
    why: "No question has this id, or it was deleted.",
    remedy: "Check the id against a search, or the `resource` of the notification.",
  },
  not_your_question: {
    why: "The question concerns other users: its asker, and the seller of its item.",
    remedy: "Use the token of the one whom the operation is for: sellers answer and hide, askers delete.",
  },
  not_unanswered: {
    why: "The question was answered, closed or deleted meanwhile. Of two answers sent at once, one gets this.",
    remedy: "Read the question, and take the answer that it has.",
  },
  must_be_unanswered: {
    why: "The operation is for questions without an answer.",
    remedy: "Read the question's `status` first.",
  },
  transition_conflict: {
    why: "The status cannot be reached from the present one.",
    remedy: "Read the present status, and ask for one that follows it.",
  },
  operators_only: {
    why: "Reviewing questions is the marketplace's.",
    remedy: "Use a token of an operator.",
  },
  no_questions: {
    why: "Nobody ever asked this seller a question. After 14 days without one, `response_time` is 0 instead.",
    remedy: "Treat it as no figure, not as a failure.",
  },
  not_your_blacklist: {
    why: "The blacklist belongs to another seller.",
    remedy: "Use a token of that seller.",
  },
  user_not_found: {
    why: "No user has this id.",
    remedy: "Use the id in `from.id` of a question.",
  },
  not_blocked: {
    why: "The user is not in the blacklist, or was taken out of it already.",
    remedy: "Treat it as done.",
  },
  cannot_block_self: {
    why: "The user to be blocked is the seller.",
    remedy: "Send the id of an asker.",
  },
  not_your_saved_answers: {
    why: "The saved answers belong to another seller.",
    remedy: "Use your own user id in the path. Operators see no saved answers either.",
  },
  saved_answer_not_found: {
    why: "The seller has no saved answer of this id, or it was deleted.",
    remedy: "List them: `GET /users/{seller_id}/saved_answers`.",
  },
  title_taken: {
    why: "The seller has a saved answer of this title already.",
    remedy: "Choose another title, or change the other answer: `PUT /users/{seller_id}/saved_answers/{id}`.",
  },
};
