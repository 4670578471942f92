import type { AnswerStatus, QuestionStatus } from "./questions.transitions.ts";

/** A question as the rules see it. */
export interface Question {
  id: number;
  itemId: string;
  siteId: string;
  sellerId: number;
  askerId: number;
  applicationId: number;
  status: QuestionStatus;
  /** The status it returns to when a review ends; null when it is not under review. */
  heldStatus: QuestionStatus | null;
  text: string;
  hidden: boolean;
  hold: boolean;
  suspectedSpam: boolean;
  vehicle: boolean;
  answer: { text: string; status: AnswerStatus; createdAt: Date } | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A question that is about to be asked. */
export type NewQuestion = Omit<Question, "id" | "hidden" | "answer" | "createdAt" | "updatedAt"> & {
  askedAt: Date;
  period: number;
};
