import type { Caller } from "@marketplace/conventions";
import type { Deps } from "../deps.ts";
import type { Question } from "./question.ts";
import { maySeeContact } from "./questions.policy.ts";
import type { AskerView } from "./questions.view.ts";

interface Shown {
  questions: readonly Question[];
  version4: boolean;
}

/**
 * What the caller may know of the askers, for a whole page at once: contact data where he sells the vehicle, and
 * `answered_questions` there and in the structure before api_version 4 (spec: Question; decisions 3.5, 3.6).
 */
export async function askersOf(
  deps: Pick<Deps, "identity" | "questions">,
  caller: Caller,
  { questions, version4 }: Shown,
): Promise<(question: Question) => AskerView> {
  const withContact = questions.filter((question) => maySeeContact(caller, question));
  const counted = version4 ? withContact : questions;
  const [profiles, answered] = await Promise.all([
    idsOf(withContact).length > 0 ? deps.identity.users({ ids: idsOf(withContact) }) : [],
    counted.length > 0 ? deps.questions.answeredCounts(idsOf(counted)) : new Map<number, number>(),
  ]);
  const contacts = new Map(profiles.map((profile) => [profile.id, profile]));
  return (question) => {
    const contact = maySeeContact(caller, question) ? contacts.get(question.askerId) : undefined;
    const answeredQuestions = contact || !version4 ? (answered.get(question.askerId) ?? 0) : undefined;
    return { contact, answeredQuestions };
  };
}

const idsOf = (questions: readonly Question[]): number[] => [
  ...new Set(questions.map(({ askerId }) => askerId)),
];
