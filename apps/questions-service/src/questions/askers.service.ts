import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Asked } from "./question-json.sql.ts";
import { maySeeContact } from "./questions.policy.ts";
import type { Shown } from "./questions.schema.ts";

/**
 * Adds what the caller may know of the askers, for a whole page at once: contact data where the caller sells
 * the vehicle, and `answered_questions` there and in the structure before api_version 4 (spec: Question;
 * decisions 3.5, 3.6).
 */
export async function withAskers<Of extends Asked>(
  { identity, questions: repo }: Pick<Deps, "identity" | "questions">,
  questions: readonly Of[],
  { caller, version4 }: { caller: Caller; version4: boolean },
): Promise<Shown<Of>[]> {
  const withContact = questions.filter((question) => maySeeContact(caller, question));
  const counted = version4 ? withContact : questions;
  const [profiles, answered] = await Promise.all([
    withContact.length > 0 ? identity.users({ ids: askersOf(withContact) }) : [],
    counted.length > 0 ? repo.answeredCounts(askersOf(counted)) : new Map<number, number>(),
  ]);
  const contacts = new Map(profiles.map((profile) => [profile.id, profile]));
  return questions.map((question) => {
    const contact = maySeeContact(caller, question) ? contacts.get(question.askerId) : undefined;
    const answeredQuestions = contact || !version4 ? (answered.get(question.askerId) ?? 0) : undefined;
    return { question, asker: { contact, answeredQuestions }, version4 };
  });
}

const askersOf = (questions: readonly Asked[]): number[] => [
  ...new Set(questions.map(({ askerId }) => askerId)),
];
