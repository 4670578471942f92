import { containsAddress } from "./addresses.ts";
import { withDigits } from "./number-words.ts";
import { containsPhoneNumber } from "./phone-numbers.ts";
import { markedText, normalizedText } from "./text-normalization.ts";

/**
 * Whether a text tries to move the conversation elsewhere: an e-mail address, a URL, or a phone number
 * (decisions 3.4), however it is disguised. The text itself stays as it was sent.
 */
export function containsContactData(text: string): boolean {
  if (containsAddress(normalizedText(text))) return true;
  const marked = markedText(text);
  const texts = new Set([marked, withDigits(marked)]);
  return [...texts].some(containsPhoneNumber);
}
