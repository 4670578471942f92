const preposition = /\s(?:(?:para|pra|con|com|for|with|compat\p{L}*)(?=\s|$)|[pcw]\/)/iu;

/**
 * A title up to its first preposition says what the item is, the rest what it goes with: "Case for iPhone 14"
 * is no phone. The rest counts as an attribute.
 */
export function titleParts(title: string): { subject: string; rest: string } {
  const at = title.search(preposition);
  return at < 1 ? { subject: title, rest: "" } : { subject: title.slice(0, at), rest: title.slice(at + 1) };
}
