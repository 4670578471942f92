/**
 * Characters that are invisible or change how the text around them is read: controls, formatting (bidi
 * overrides, zero width), line separators, fillers, private use. Variation selectors are allowed: they choose
 * emoji.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u2800]|(?!\p{VS})\p{DI}/gu;

/** Why a name cannot be shown; `undefined` when it can. */
export const nameIssue = (name: string): string | undefined =>
  name.search(hidden) < 0 ? undefined : "must not contain control, formatting or invisible characters";

/**
 * A name for display. Names stored before the rule existed get a visible replacement for each hidden
 * character.
 */
export const displayName = (name: string): string => name.replace(hidden, "\ufffd");
