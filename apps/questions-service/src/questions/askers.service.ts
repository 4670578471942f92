import type { UserProfile } from "@marketplace/contracts";
import type { Deps } from "../deps.ts";

/** An asker, and whether the caller may see his contact data. */
export interface Asker {
  id: number;
  contact: boolean;
}

/** What the caller may know of an asker besides his id. */
export interface AskerView {
  contact?: UserProfile;
  answeredQuestions?: number;
}

/**
 * What the caller may know of the askers, for a whole page at once: contact data where he sells the vehicle, and
 * `answered_questions` there and in the structure before api_version 4 (spec: Question; decisions 3.5, 3.6).
 */
export async function askersOf(
  deps: Pick<Deps, "identity" | "questions">,
  askers: readonly Asker[],
  { version4 }: { version4: boolean },
): Promise<(asker: Asker) => AskerView> {
  const withContact = askers.filter(({ contact }) => contact);
  const counted = version4 ? withContact : askers;
  const [profiles, answered] = await Promise.all([
    withContact.length > 0 ? deps.identity.users({ ids: idsOf(withContact) }) : [],
    counted.length > 0 ? deps.questions.answeredCounts(idsOf(counted)) : new Map<number, number>(),
  ]);
  const contacts = new Map(profiles.map((profile) => [profile.id, profile]));
  return (asker) => {
    const contact = asker.contact ? contacts.get(asker.id) : undefined;
    const answeredQuestions = contact || !version4 ? (answered.get(asker.id) ?? 0) : undefined;
    return { contact, answeredQuestions };
  };
}

const idsOf = (askers: readonly Asker[]): number[] => [...new Set(askers.map(({ id }) => id))];

/** An asker as he is sent. */
export const askerFields = (id: number, { contact, answeredQuestions }: AskerView) => ({
  id,
  ...(answeredQuestions !== undefined && { answered_questions: answeredQuestions }),
  ...(contact && {
    first_name: contact.first_name,
    last_name: contact.last_name,
    phone: { number: contact.phone.number, area_code: contact.phone.area_code },
    email: contact.email,
  }),
});
