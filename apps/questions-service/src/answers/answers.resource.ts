import { bodyId, type InvalidInput, type Problem } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { answerShape, QuestionReceipt, receiptView } from "../questions/questions.schema.ts";
import { answer } from "../questions/questions.service.ts";

/** A question_id that is no integer has an error of its own; all else lists the valid attributes. */
function invalid({ where, causes }: InvalidInput): Problem | undefined {
  if (where !== "body" && where !== "syntax") return undefined;
  const [only, more] = causes;
  const badId = only?.references[0] === "body.question_id" && only.code !== "required" && more === undefined;
  if (badId) return problems.question_id_not_integer({ cause: causes });
  return problems.invalid_post_body({ attributes: "question_id, text" }, { cause: causes });
}

/** Answers: what sellers say to questions; read as part of the question. */
export const answers = resource({
  name: "Answers",
  description: "The sellers' answers to questions",
  fields: answerShape.schema,
  related: ["/questions"],
  connections: { question_id: "/questions/{id}" },
  operations: [
    operation({
      id: "answerQuestion",
      method: "POST",
      path: "/answers",
      summary: "Answers a question that the caller has received",
      body: z.strictObject({
        question_id: bodyId({ signed: true }).describe("Question to answer"),
        text: z.string().nullable().describe("Answer text, 1 to 2000 characters"),
      }),
      examples: { body: { question_id: 5100003002, text: "Sí, hay stock. ¡Te esperamos!" } },
      response: QuestionReceipt,
      creates: true,
      errors: [
        problems.invalid_post_body,
        problems.question_id_not_integer,
        problems.text_is_null,
        problems.text_too_long,
        problems.question_not_found,
        problems.not_your_question,
        problems.not_unanswered,
      ],
      problems: { invalid },
      site: ({ body }) => body.question_id,
      handle: async ({ body, caller }, deps) => receiptView(await answer(deps, caller, body)),
    }),
  ],
});
