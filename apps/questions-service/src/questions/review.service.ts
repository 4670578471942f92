import { type Caller, isOperator } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import type { QuestionChange } from "./questions.repo.ts";
import { recordEvent } from "./questions.service.ts";
import type { Question } from "./questions.sql.ts";
import {
  type AnswerStatus,
  answerTransitions,
  type QuestionAction,
  type QuestionStatus,
  questionTransitions,
} from "./questions.transitions.ts";

export const decisions = ["approve", "ban", "disable", "review"] as const;
export type Decision = (typeof decisions)[number];

interface Review {
  decision: Decision;
  target: "question" | "answer";
}

const actionOf: Record<Decision, QuestionAction> = {
  approve: "return",
  ban: "ban",
  disable: "disable",
  review: "review",
};
const answerStatusOf: Partial<Record<Decision, AnswerStatus>> = {
  approve: "active",
  ban: "BANNED",
  disable: "disabled",
};

/** Carries out an operator's decision on a question or on its answer (decisions 3.3). */
export async function reviewQuestion(
  deps: Deps,
  caller: Caller,
  { id, decision, target }: Review & { id: number },
): Promise<Question> {
  if (!isOperator(caller)) throw problems.operators_only();
  return deps.transaction(async () => {
    // The lock is needed because closing the item changes where a review returns the question to.
    const question = await deps.questions.lock(id);
    if (!question) throw problems.question_not_found({ id });
    const decided = await (target === "question"
      ? decideQuestion(deps, question, decision)
      : decideAnswer(deps, question, decision));
    await recordEvent(deps, decided);
    return decided;
  });
}

async function decideQuestion(deps: Deps, question: Question, decision: Decision): Promise<Question> {
  const { status, id } = question;
  const target = questionTransitions[status][actionOf[decision]];
  const refused = problems.transition_conflict({
    what: `question ${id}`,
    from: status,
    to: decision === "approve" ? "its earlier status" : decision,
  });
  if (target === undefined) throw refused;
  const at = deps.clock.now();
  const changed = await deps.questions.change(id, [status], { ...changeTo(target, question), at });
  if (!changed) throw refused;
  return changed;
}

/** What a decision changes. Only a released question is no spam any more. */
function changeTo(
  target: QuestionStatus | "before",
  { status, heldStatus }: Question,
): Omit<QuestionChange, "at"> {
  if (target === "UNDER_REVIEW") return { status: target, heldStatus: status, hold: true };
  const released = { heldStatus: null, hold: false };
  if (target !== "before") return { status: target, ...released };
  return { status: heldStatus ?? "UNANSWERED", ...released, suspectedSpam: false };
}

async function decideAnswer(deps: Deps, question: Question, decision: Decision): Promise<Question> {
  const { answerStatus, id } = question;
  const to = answerStatusOf[decision];
  const refused = problems.transition_conflict({
    what: `answer of question ${id}`,
    from: answerStatus ?? "none",
    to: to ?? decision,
  });
  if (answerStatus === null || to === undefined || !answerTransitions[answerStatus].includes(to))
    throw refused;
  const changed = await deps.questions.changeAnswer(id, answerStatus, { to, at: deps.clock.now() });
  if (!changed) throw refused;
  return changed;
}
