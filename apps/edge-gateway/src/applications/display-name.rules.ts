/**
 * What nobody sees in a name, or what changes how the text around it is read: controls, formatting (bidi overrides,
 * zero width), line separators, fillers, private characters. Variation selectors stay, for they choose emoji.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\p{VS})\p{DI}/gu;

/** Why a name cannot be shown to people as it is; `undefined` when it can. */
export const nameIssue = (name: string): string | undefined =>
  name.search(hidden) < 0 ? undefined : "must not contain control, formatting or invisible characters";

/** A name that was stored before such names were refused, with each character that nobody sees replaced by a visible one. */
export const displayName = (name: string): string => name.replace(hidden, "\ufffd");
