import { carriesAddress } from "./addresses.ts";
import { withDigits } from "./number-words.ts";
import { carriesPhoneNumber } from "./phone-numbers.ts";
import { plainText, tracedText } from "./text-normalization.ts";

/**
 * Whether a text tries to move the conversation elsewhere: an e-mail address, a URL, or a phone number
 * (decisions 3.4), however it is disguised. The text itself stays as it was sent.
 */
export function carriesContactData(text: string): boolean {
  if (carriesAddress(plainText(text))) return true;
  const traced = tracedText(text);
  const texts = new Set([traced, withDigits(traced)]);
  return [...texts].some(carriesPhoneNumber);
}
