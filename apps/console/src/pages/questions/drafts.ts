import { useCallback, useSyncExternalStore } from "react";
import { draftUserOf, useSession } from "../../session/session.ts";
import { draftsOf, onDrafts, writeDraft } from "../../shared/draft-store.ts";
import { useUnsaved } from "../../shared/unsaved.ts";

/** Answers that were begun, by question: each is still there when one comes back to its question. */
export interface Drafts {
  of(questionId: number): string;
  write(questionId: number, text: string): void;
}

/** The user's drafts; a reload finds them, and so does who signs in again after the session has ended. */
export function useDrafts(): Drafts {
  const user = draftUserOf(useSession().session);
  const texts = useSyncExternalStore(
    onDrafts,
    useCallback(() => draftsOf(user), [user]),
  );
  useUnsaved(texts.size > 0, { isKeptOnPage: true });
  return {
    of: (questionId) => texts.get(questionId) ?? "",
    write: (questionId, text) => writeDraft(user, questionId, text),
  };
}
