import { problemCatalog } from "@marketplace/conventions";

/** Every error of questions-service (spec: Errors, Questions; decisions 3.2, 3.3). */
export const problems = problemCatalog({
  invalid_post_body: {
    status: 400,
    error: "invalid_post_body",
    message: ({ attributes }: { attributes: string }) =>
      `Invalid JSON in post body. Valid attributes are: ${attributes}`,
  },
  text_is_null: { status: 400, error: "text_is_null", message: "The text can't be null or empty" },
  text_too_long: {
    status: 400,
    error: "invalid_question",
    message: "The question is invalid: its text can't be longer than 2000 characters",
  },
  question_id_not_integer: {
    status: 400,
    error: "invalid_question",
    message: "The question is invalid: question_id must be an integer",
  },
  item_not_found: { status: 404, message: ({ id }: { id: string }) => `Item with id ${id} not found` },
  item_not_active: {
    status: 400,
    error: "not_active_item",
    message: ({ id }: { id: string }) => `Item ${id} is not active`,
  },
  own_item: { status: 403, message: "You can't ask questions on your own item" },
  asker_blocked: { status: 403, message: "The seller does not take questions from this user" },
  question_not_found: { status: 404, message: ({ id }: { id: number }) => `Question not found: ${id}` },
  not_your_question: {
    status: 403,
    message: ({ id }: { id: number }) => `You are not authorized to do this with question ${id}`,
  },
  not_unanswered: {
    status: 400,
    error: "not_unanswered_question",
    message: ({ id }: { id: number }) => `Question ${id} is not unanswered`,
  },
  must_be_unanswered: {
    status: 400,
    error: "not_unanswered_question",
    message: ({ id }: { id: number }) => `Question ${id} must be unanswered`,
  },
  transition_conflict: {
    status: 409,
    message: ({ what, from, to }: { what: string; from: string; to: string }) =>
      `The ${what} cannot go from ${from} to ${to}`,
  },
  operators_only: { status: 403, message: "Only operators may review questions" },
  no_questions: {
    status: 404,
    message: ({ userId }: { userId: number }) => `Response time not found for user id: ${userId}`,
  },
  not_your_blacklist: { status: 403, message: "Only the seller may see and change this blacklist" },
  user_not_found: { status: 404, message: ({ id }: { id: number }) => `User with id ${id} not found` },
  not_blocked: { status: 404, message: ({ id }: { id: number }) => `User ${id} is not in the blacklist` },
  not_your_saved_answers: { status: 403, message: "Only the seller may see and change these saved answers" },
  saved_answer_not_found: {
    status: 404,
    message: ({ id }: { id: number }) => `Saved answer with id ${id} not found`,
  },
  title_taken: { status: 409, message: "Another saved answer has this title" },
  cannot_block_self: { status: 400, message: "You can't block yourself" },
});
