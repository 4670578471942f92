/** Where a question may stand (spec: Question status). */
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

/** What makes a question move. `return` leads out of a review, to the status it had before. */
export type QuestionMove = "answer" | "close" | "delete" | "review" | "ban" | "disable" | "return";

/**
 * A question waits UNANSWERED until its seller answers it, its item closes, or asker or seller delete it.
 * Operators (and, at its creation, the moderation rule) hold it for review, ban or disable it, answered or
 * not. A review ends by returning the question to where it was. What is closed, deleted, banned or disabled
 * stays so.
 */
export const questionMoves: Readonly<
  Record<QuestionStatus, Partial<Record<QuestionMove, QuestionStatus | "before">>>
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
  UNDER_REVIEW: { return: "before" },
  CLOSED_UNANSWERED: {},
  BANNED: {},
  DELETED: {},
  DISABLED: {},
};

/** The statuses from which a move is possible. */
export const sourcesOf = (move: QuestionMove): QuestionStatus[] =>
  questionStatuses.filter((status) => questionMoves[status][move] !== undefined);

/** An operator's decision on an answer: an active one may be disabled or banned, and either may come back. */
export const answerMoves: Readonly<Record<AnswerStatus, readonly AnswerStatus[]>> = {
  active: ["disabled", "BANNED"],
  disabled: ["active"],
  BANNED: ["active"],
};
