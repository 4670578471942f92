import { findItems, type ItemSummary } from "@marketplace/contracts";
import { type Caller, isOperator } from "@marketplace/conventions";
import { containsContactData } from "@marketplace/moderation";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { periodAt } from "../response-time/periods.rules.ts";
import type { NewQuestion } from "./ask.sql.ts";
import { mayDelete } from "./questions.policy.ts";
import type { Question } from "./questions.sql.ts";
import { type QuestionAction, questionTransitions, sourcesOf } from "./questions.transitions.ts";
import { checkedText } from "./text.rules.ts";

type Questions = Pick<Deps, "questions">;

const visibleQuestions = ({ questions }: Questions, caller: Caller, ids: readonly number[]) =>
  questions.findVisible(ids, isOperator(caller) ? undefined : caller.userId);

/** The question if the caller may see it; otherwise 404, as if it did not exist. */
export async function visibleQuestion(deps: Questions, caller: Caller, id: number): Promise<Question> {
  const [question] = await visibleQuestions(deps, caller, [id]);
  if (!question) throw problems.question_not_found({ id });
  return question;
}

/** The caller's question about an item. With contact data it is held for review, and so is its event. */
export async function newQuestion(
  deps: Deps,
  caller: Caller,
  { item_id, text: given }: { item_id: string; text: string | null },
): Promise<NewQuestion> {
  const text = checkedText(given);
  const held = deps.moderation && containsContactData(text);
  const item = await askableItem(deps, caller, item_id);
  if (await deps.blockedAtHome?.(item.seller_id, caller.userId)) throw problems.asker_blocked();
  const left = await deps.leftAtHome?.history(item.id, caller.userId);
  if (left?.closed) throw problems.item_not_active({ id: item.id });
  const askedAt = deps.clock.now();
  return {
    itemId: item.id,
    siteId: item.site_id,
    sellerId: item.seller_id,
    askerId: caller.userId,
    applicationId: caller.applicationId,
    status: held ? "UNDER_REVIEW" : "UNANSWERED",
    heldStatus: held ? "UNANSWERED" : null,
    text,
    hold: held,
    suspectedSpam: held,
    vehicle: item.vehicle,
    askedAt,
    period: periodAt(askedAt, await deps.timeZoneOf(item.site_id)),
    askedElsewhere: left?.asked ?? false,
  };
}

/** Asks a question. */
export async function ask({ questions }: Pick<Deps, "questions">, question: NewQuestion): Promise<Question> {
  const asked = await questions.ask(question);
  if (asked === "closed") throw problems.item_not_active({ id: question.itemId });
  if (asked === "blocked") throw problems.asker_blocked();
  return asked;
}

/** The item if the caller may ask about it. It may still close before the question is stored. */
async function askableItem(deps: Deps, caller: Caller, id: string): Promise<ItemSummary> {
  const [item] = await findItems(deps.catalog, [id]);
  if (!item) throw problems.item_not_found({ id });
  if (item.status !== "active") throw problems.item_not_active({ id });
  if (item.seller_id === caller.userId) throw problems.own_item();
  return item;
}

/** Answers an unanswered question. Of two answers at once, the first update wins. */
export async function answer(
  deps: Deps,
  caller: Caller,
  { question_id, text: given }: { question_id: number; text: string | null },
): Promise<Question> {
  const text = checkedText(given);
  const question = await visibleQuestion(deps, caller, question_id);
  if (question.sellerId !== caller.userId) throw problems.not_your_question({ id: question_id });
  return move(deps, { question, move: "answer", answerText: text, problem: problems.not_unanswered });
}

/** Deletes an unanswered question, for its asker and its seller. */
export async function deleteQuestion(deps: Deps, caller: Caller, id: number): Promise<void> {
  const question = await visibleQuestion(deps, caller, id);
  if (!mayDelete(caller, question)) throw problems.not_your_question({ id });
  await move(deps, { question, move: "delete", problem: problems.must_be_unanswered });
}

interface Move {
  question: Question;
  move: QuestionAction;
  answerText?: string;
  problem: (values: { id: number }) => Error;
}

async function move(deps: Deps, { question, move, answerText, problem }: Move): Promise<Question> {
  const target = questionTransitions[question.status][move];
  if (target === undefined || target === "before") throw problem({ id: question.id });
  const change = { status: target, at: deps.clock.now(), answerText };
  return deps.transaction(async () => {
    const moved = await deps.questions.change(question.id, sourcesOf(move), change);
    if (!moved) throw problem({ id: question.id });
    await recordEvent(deps, moved);
    return moved;
  });
}

/** Hides questions from the listing: all of them, or none when one is not the caller's. */
export async function hideQuestions(deps: Deps, caller: Caller, ids: readonly number[]): Promise<number[]> {
  const wanted = [...new Set(ids)];
  const visible = await visibleQuestions(deps, caller, wanted);
  const found = new Map(visible.map((question) => [question.id, question]));
  for (const id of wanted) {
    const question = found.get(id);
    if (!question) throw problems.question_not_found({ id });
    if (question.sellerId !== caller.userId) throw problems.not_your_question({ id });
  }
  await deps.questions.hide(wanted, deps.clock.now());
  return wanted;
}

/** Closes the unanswered questions of a closed item, and is idempotent. */
export const closeItem = (deps: Deps, itemId: string): Promise<number> =>
  closeWith(deps, () => deps.questions.closeOnItem(itemId, deps.clock.now()));

/** Closes the questions on a closed item that home has, where the item's site takes the new ones. */
export const closeLeftAtHome = (home: Deps, itemId: string): Promise<number> =>
  closeWith(home, () => home.questions.closeUnanswered(itemId, home.clock.now()));

function closeWith(
  deps: Pick<Deps, "transaction" | "outbox" | "clock">,
  close: () => Promise<Pick<Question, "id" | "sellerId">[]>,
): Promise<number> {
  return deps.transaction(async () => {
    const closed = await close();
    for (const question of closed) await recordEvent(deps, question);
    return closed.length;
  });
}

/** Records the event of a change of status, for the seller's applications (decisions 3.10). */
export const recordEvent = (
  { outbox, clock }: Pick<Deps, "outbox" | "clock">,
  { id, sellerId }: Pick<Question, "id" | "sellerId">,
): Promise<void> =>
  outbox.record({
    topic: "questions",
    resource: `/questions/${id}`,
    userId: sellerId,
    occurredAt: clock.now(),
  });
