/** A draft, and the configuration that it is made of. */
export interface Kept<C, D> {
  base: C;
  draft: D;
}

/** How a part of the configuration is edited. */
export interface Part<C, D> {
  draftOf(stored: C): D;
  isChanged(stored: C, draft: D): boolean;
  /** Whether the part is stored alike in both. */
  isSame(one: C, other: C): boolean;
  /** A draft of one configuration, with its changes made to another. */
  moved(kept: Kept<C, D>, to: C): D;
}

/**
 * What becomes of a draft when the configuration was read again. Without changes it follows; with changes
 * that nobody has stored yet it stays with what it was made of, so that nothing of others is overwritten.
 */
export function following<C, D>(kept: Kept<C, D>, stored: C, part: Part<C, D>): Kept<C, D> {
  const { base, draft } = kept;
  if (stored === base) return kept;
  if (part.isSame(base, stored)) return { base: stored, draft };
  const isOpen = part.isChanged(base, draft) && part.isChanged(stored, draft);
  return isOpen ? kept : { base: stored, draft: part.draftOf(stored) };
}
