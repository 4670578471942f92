import { useState } from "react";
import { useUnsaved } from "../../shared/unsaved.ts";

/** Answers that were begun, by question: each is still there when one comes back to its question. */
export interface Drafts {
  of(questionId: number): string;
  write(questionId: number, text: string): void;
}

export function useDrafts(): Drafts {
  const [texts, setTexts] = useState<ReadonlyMap<number, string>>(new Map());
  useUnsaved(texts.size > 0, { isKeptOnPage: true });
  return {
    of: (questionId) => texts.get(questionId) ?? "",
    write: (questionId, text) =>
      setTexts((present) => {
        const next = new Map(present).set(questionId, text);
        if (text.trim() === "") next.delete(questionId);
        return next;
      }),
  };
}
