/** A word, a number or an inch mark of a text. `4x4` is three tokens, `1.6` and `1 1/2` are one. */
export interface TitleToken {
  /**
   * Folded and stemmed. A decimal comma becomes a point, a unit after a number its symbol, and that number
   * loses its thousands separators.
   */
  text: string;
  isNumber: boolean;
  /** Whether it follows the previous token directly: the `gb` of `128gb`. */
  glued: boolean;
  /** The text between the previous token and this one. */
  gap: string;
}
