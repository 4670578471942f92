import { bodyId, type InvalidInput, idParam, type Problem } from "@marketplace/conventions";
import { siteOfItem } from "@marketplace/database";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { withAskers } from "./askers.service.ts";
import {
  QuestionReceipt,
  questionDetailShape,
  questionShape,
  readQuery,
  receiptView,
} from "./questions.schema.ts";
import { ask, deleteQuestion, hideQuestions, newQuestion, visibleQuestion } from "./questions.service.ts";
import { decisions, reviewQuestion } from "./review.service.ts";
import { QuestionSearch, searchQuery } from "./search.schema.ts";
import { searchQuestions } from "./search.service.ts";

const question_id = idParam().describe("Question id");

/** OPTIONS also describes the fields that only a single read with api_version=4 has. */
const detailOnly = questionDetailShape.schema.pick({ buyer_id: true, app_id: true, last_updated: true });

/** A body that does not fit is answered with the list of the attributes that do (spec: Errors, Questions). */
const validAttributes =
  (...names: string[]) =>
  ({ where, causes }: InvalidInput): Problem | undefined =>
    where === "body" || where === "syntax"
      ? problems.invalid_post_body({ attributes: names.join(", ") }, { cause: causes })
      : undefined;

// As in POST /answers: one below zero is unknown.
const bodyQuestionId = bodyId({ signed: true });

const hideBody = z.union([
  z
    .strictObject({ question_ids: z.array(bodyQuestionId).min(1).max(100) })
    .transform(({ question_ids }) => question_ids),
  z
    .strictObject({ questions_ids: z.array(bodyQuestionId).min(1).max(100) })
    .transform(({ questions_ids }) => questions_ids),
  z.strictObject({ question_id: bodyQuestionId }).transform(({ question_id }) => [question_id]),
  z.array(bodyQuestionId).min(1).max(100),
]);

/** Questions: asked by buyers on items, received by their sellers. */
export const questions = resource({
  name: "Questions",
  description: "Questions that buyers ask about items, with the sellers' answers",
  fields: questionShape.schema.extend(detailOnly.shape),
  related: ["/items", "/users"],
  connections: { item_id: "/items/{id}", seller_id: "/users/{id}" },
  operations: [
    operation({
      id: "searchQuestions",
      method: "GET",
      path: "/questions/search",
      summary:
        "Searches questions by item, seller or asker; without any of them, those the caller has received",
      example: "/questions/search?item=MLA1400000019&api_version=4",
      query: searchQuery,
      response: QuestionSearch,
      handle: ({ query, caller }, deps) => searchQuestions(deps, caller, query),
    }),
    operation({
      id: "searchReceivedQuestions",
      method: "GET",
      path: "/my/received_questions/search",
      summary: "Searches the questions the caller has received",
      example: "/my/received_questions/search?status=UNANSWERED",
      query: searchQuery,
      response: QuestionSearch,
      handle: ({ query, caller }, deps) =>
        searchQuestions(deps, caller, { ...query, seller_id: caller.userId }),
    }),
    operation({
      id: "getQuestion",
      method: "GET",
      path: "/questions/{question_id}",
      summary: "Reads one question",
      example: "/questions/5100003002?api_version=4",
      params: { question_id },
      query: readQuery,
      response: z.union([questionDetailShape.schema, questionShape.schema]),
      errors: [problems.question_not_found],
      site: ({ params }) => params.question_id,
      async handle({ params, query, caller }, deps) {
        const question = await visibleQuestion(deps, caller, params.question_id);
        const version4 = query.api_version === "4";
        const [shown] = await withAskers(deps, [question], { caller, version4 });
        if (!shown) throw new Error("one question is shown as one");
        return version4 ? questionDetailShape.view(shown) : questionShape.view(shown);
      },
    }),
    operation({
      id: "askQuestion",
      method: "POST",
      path: "/questions",
      summary: "Asks a question about an item",
      body: z.strictObject({
        item_id: z.string().describe("Item to ask about"),
        text: z.string().nullable().describe("Question text, 1 to 2000 characters"),
      }),
      status: 201,
      response: QuestionReceipt,
      creates: "in steps",
      errors: [
        problems.invalid_post_body,
        problems.text_is_null,
        problems.text_too_long,
        problems.item_not_found,
        problems.item_not_active,
        problems.own_item,
        problems.asker_blocked,
      ],
      problems: { invalid: validAttributes("item_id", "text") },
      site: ({ body }) => siteOfItem(body.item_id),
      async handle({ body, caller, once }, deps) {
        const question = await newQuestion(deps, caller, body);
        return once({ change: () => ask(deps, question), answer: receiptView });
      },
    }),
    operation({
      id: "deleteQuestion",
      method: "DELETE",
      path: "/questions/{question_id}",
      summary: "Deletes an unanswered question: its asker, or the seller who received it",
      example: "/questions/5100003002",
      params: { question_id },
      response: z.array(z.string()),
      examples: { answer: ["Question deleted."] },
      errors: [problems.question_not_found, problems.not_your_question, problems.must_be_unanswered],
      site: ({ params }) => params.question_id,
      async handle({ params, caller }, deps) {
        await deleteQuestion(deps, caller, params.question_id);
        return ["Question deleted."];
      },
    }),
    operation({
      id: "hideQuestions",
      method: "POST",
      path: "/my/questions/hidden",
      summary: "Hides questions that the caller has received from their listings",
      body: hideBody,
      examples: { body: { question_ids: [5100003002] } },
      response: z.object({ question_ids: z.array(z.int()).describe("Questions that are hidden now") }),
      errors: [problems.invalid_post_body, problems.question_not_found, problems.not_your_question],
      problems: { invalid: validAttributes("question_ids") },
      handle: async ({ body, caller }, deps) => ({ question_ids: await hideQuestions(deps, caller, body) }),
    }),
    operation({
      id: "reviewQuestion",
      method: "POST",
      path: "/questions/{question_id}/review",
      summary: "An operator's decision on a question or on its answer",
      example: "/questions/5100003002/review",
      params: { question_id },
      body: z.strictObject({
        decision: z.enum(decisions),
        target: z.enum(["question", "answer"]).default("question"),
      }),
      response: QuestionReceipt,
      errors: [problems.operators_only, problems.question_not_found, problems.transition_conflict],
      site: ({ params }) => params.question_id,
      handle: async ({ params, body, caller }, deps) =>
        receiptView(await reviewQuestion(deps, caller, { id: params.question_id, ...body })),
    }),
  ],
});
