import {
  type Caller,
  checkWindow,
  idParam,
  isBlank,
  Paging,
  pagingQuery,
  utcTimestamp,
} from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import { maxTextLength } from "../questions/questions.schema.ts";
import { type SavedAnswer, TitleTaken } from "./saved-answers.repo.ts";

const seller_id = idParam().describe("The seller whose answers they are");
const id = idParam().describe("Saved answer id");

/** A text that shows something. JavaScript counts UTF-16 units, the limit is in code points. */
const shown = (longest: number) =>
  z
    .string()
    .refine((text) => !isBlank(text), "must not be blank")
    .refine((text) => [...text].length <= longest, `must have at most ${longest} characters`);
const title = shown(80).describe("Name to find it by, 1 to 80 characters, once per seller");
const text = shown(maxTextLength).describe(`Text of the answer, 1 to ${maxTextLength} characters`);

const SavedAnswerView = z
  .object({
    id: z.int().describe("Saved answer id"),
    title: z.string().describe("Name to find it by"),
    text: z.string().describe("Text of the answer"),
    date_created: z.string().describe("ISO 8601 UTC"),
    last_updated: z.string().describe("ISO 8601 UTC"),
  })
  .meta({ id: "SavedAnswer" });
const SavedAnswers = z
  .object({ results: z.array(SavedAnswerView), paging: Paging })
  .meta({ id: "SavedAnswers" });

const viewOf = ({ createdAt, updatedAt, ...answer }: SavedAnswer): z.output<typeof SavedAnswerView> => ({
  ...answer,
  date_created: utcTimestamp(createdAt),
  last_updated: utcTimestamp(updatedAt),
});

/** Only the seller sees and changes them. */
function checkOwner(caller: Caller, sellerId: number): void {
  if (caller.userId !== sellerId) throw problems.not_your_saved_answers();
}

async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof TitleTaken ? problems.title_taken() : error;
  }
}

const path = "/users/{seller_id}/saved_answers";
const example = "/users/2418503621/saved_answers";

/** Answers that a seller wrote once and uses again. */
export const savedAnswers = resource({
  name: "Saved answers",
  description: "Texts that a seller answers questions with again and again",
  fields: SavedAnswerView,
  related: ["/answers", "/questions"],
  connections: {},
  operations: [
    operation({
      id: "listSavedAnswers",
      method: "GET",
      path,
      summary: "Lists a seller's saved answers by title",
      example,
      params: { seller_id },
      query: pagingQuery,
      response: SavedAnswers,
      errors: [problems.not_your_saved_answers],
      async handle({ params, query: { limit, offset }, caller }, deps) {
        checkOwner(caller, params.seller_id);
        checkWindow({ limit, offset });
        const { answers, total } = await deps.savedAnswers.list(params.seller_id, { limit, offset });
        return { results: answers.map(viewOf), paging: { total, offset, limit } };
      },
    }),
    operation({
      id: "createSavedAnswer",
      method: "POST",
      path,
      summary: "Saves an answer",
      example,
      params: { seller_id },
      body: z.strictObject({ title, text }),
      examples: { body: { title: "Stock", text: "Sí, hay stock. ¡Te esperamos!" } },
      status: 201,
      response: SavedAnswerView,
      creates: true,
      errors: [problems.not_your_saved_answers, problems.title_taken],
      async handle({ params, body, caller }, deps) {
        checkOwner(caller, params.seller_id);
        return viewOf(await orTaken(deps.savedAnswers.add(params.seller_id, body, deps.clock.now())));
      },
    }),
    operation({
      id: "updateSavedAnswer",
      method: "PUT",
      path: `${path}/{id}`,
      summary: "Changes a saved answer",
      example: `${example}/4100000001`,
      params: { seller_id, id },
      body: z.strictObject({ title: title.optional(), text: text.optional() }),
      examples: { body: { text: "Sí, quedan unidades." } },
      response: SavedAnswerView,
      errors: [problems.not_your_saved_answers, problems.title_taken, problems.saved_answer_not_found],
      async handle({ params: { seller_id: sellerId, id }, body, caller }, { savedAnswers: repo, clock }) {
        checkOwner(caller, sellerId);
        const changed = await orTaken(repo.change({ sellerId, id }, body, clock.now()));
        if (!changed) throw problems.saved_answer_not_found({ id });
        return viewOf(changed);
      },
    }),
    operation({
      id: "deleteSavedAnswer",
      method: "DELETE",
      path: `${path}/{id}`,
      summary: "Deletes a saved answer",
      example: `${example}/4100000001`,
      params: { seller_id, id },
      status: 204,
      errors: [problems.not_your_saved_answers, problems.saved_answer_not_found],
      async handle({ params: { seller_id: sellerId, id }, caller }, deps) {
        checkOwner(caller, sellerId);
        if (!(await deps.savedAnswers.remove(sellerId, id))) throw problems.saved_answer_not_found({ id });
      },
    }),
  ],
});
