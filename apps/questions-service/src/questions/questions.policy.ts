import { type Caller, isOperator } from "@marketplace/conventions";
import type { Question } from "./question.ts";

type Parties = Pick<Question, "sellerId" | "askerId">;

/** Whether the caller has a part in the question: it is on his item, or he asked it. */
export const isParty = (caller: Caller, { sellerId, askerId }: Parties): boolean =>
  caller.userId === sellerId || caller.userId === askerId;

/**
 * Who sees a question: its parties and operators always; others while it is publicly on the listing, which means
 * unanswered or answered and not hidden (decisions 3.5, 3.7). SQL of the same rule: `visibleTo` in search.sql.ts.
 */
export function maySee(caller: Caller, question: Parties & Pick<Question, "status" | "hidden">): boolean {
  if (isOperator(caller) || isParty(caller, question)) return true;
  return !question.hidden && ["UNANSWERED", "ANSWERED"].includes(question.status);
}

/** The asker's contact data is for the seller of a vehicle alone (decisions 3.6). */
export const maySeeContact = (
  caller: Caller,
  { sellerId, vehicle }: Pick<Question, "sellerId" | "vehicle">,
): boolean => vehicle && caller.userId === sellerId;
