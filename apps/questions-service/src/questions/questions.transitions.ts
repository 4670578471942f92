/** The statuses of a question (spec: Question status). */
export const questionStatuses = [
  "ANSWERED",
  "BANNED",
  "CLOSED_UNANSWERED",
  "DELETED",
  "DISABLED",
  "UNANSWERED",
  "UNDER_REVIEW",
] as const;
export type QuestionStatus = (typeof questionStatuses)[number];

export const answerStatuses = ["active", "disabled", "BANNED"] as const;
export type AnswerStatus = (typeof answerStatuses)[number];

/** The causes of a transition. `return` ends a review: the question gets the status that it had before. */
export type QuestionAction = "answer" | "close" | "delete" | "review" | "ban" | "disable" | "return";

/**
 * A question waits UNANSWERED until its seller answers it, its item closes, or asker or seller delete it.
 * Operators (and, at its creation, the moderation rule) hold it for review, ban or disable it, answered or
 * not. A review ends by returning the question to where it was, or by banning or disabling it. What is
 * closed, deleted, banned or disabled stays so.
 */
export const questionTransitions: Readonly<
  Record<QuestionStatus, Partial<Record<QuestionAction, QuestionStatus | "before">>>
> = {
  UNANSWERED: {
    answer: "ANSWERED",
    close: "CLOSED_UNANSWERED",
    delete: "DELETED",
    review: "UNDER_REVIEW",
    ban: "BANNED",
    disable: "DISABLED",
  },
  ANSWERED: { review: "UNDER_REVIEW", ban: "BANNED", disable: "DISABLED" },
  UNDER_REVIEW: { return: "before", ban: "BANNED", disable: "DISABLED" },
  CLOSED_UNANSWERED: {},
  BANNED: {},
  DELETED: {},
  DISABLED: {},
};

/** The statuses from which an action is possible. */
export const sourcesOf = (action: QuestionAction): QuestionStatus[] =>
  questionStatuses.filter((status) => questionTransitions[status][action] !== undefined);

/** An operator's decision on an answer: an active one may be disabled or banned, and either may come back. */
export const answerTransitions: Readonly<Record<AnswerStatus, readonly AnswerStatus[]>> = {
  active: ["disabled", "BANNED"],
  disabled: ["active"],
  BANNED: ["active"],
};
