import { useState } from "react";
import { following, type Kept, type Part } from "./draft.rules.ts";

export interface KeptDraft<C, D> extends Kept<C, D> {
  isChanged: boolean;
  /** Whether the part was changed elsewhere since the draft was begun. */
  isBehind: boolean;
  change(next: (draft: D) => D): void;
  /** Drops the changes. */
  takeBack(): void;
  /** Makes the changes to what is stored now. */
  goOn(): void;
}

/** A draft of a part of the configuration, which stays until it is saved or taken back. */
export function useDraft<C, D>(stored: C, part: Part<NoInfer<C>, D>): KeptDraft<C, D> {
  const [kept, setKept] = useState<Kept<C, D>>(() => ({ base: stored, draft: part.draftOf(stored) }));
  const present = following(kept, stored, part);
  // Set while rendering, so that what is drawn and what is changed are the same.
  if (present !== kept) setKept(present);
  const { base, draft } = present;
  return {
    ...present,
    isChanged: part.isChanged(base, draft),
    isBehind: base !== stored,
    change: (next) => setKept((now) => ({ ...now, draft: next(now.draft) })),
    takeBack: () => setKept({ base: stored, draft: part.draftOf(stored) }),
    goOn: () => setKept((now) => ({ base: stored, draft: part.moved(now, stored) })),
  };
}
