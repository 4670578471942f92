import { foldText, stem } from "../model/tokens.ts";
import { unitOf } from "./units.ts";

/** A word, a number or an inch mark of a text. `4x4` is three tokens, `1.6` is one. */
export interface TitleToken {
  /** Folded, in the singular; a decimal comma is a point, a unit after a number is its symbol. */
  text: string;
  isNumber: boolean;
  /** Whether it follows the token before it without anything between: the `gb` of `128gb`. */
  glued: boolean;
}

const tokenPattern = /\d+(?:[.,]\d+)*|\p{L}+|["”″]/gu;

/** The tokens of a title or of a value's name, so that the same thing written differently has the same tokens. */
export function titleTokens(title: string): TitleToken[] {
  const text = foldText(title);
  const tokens: TitleToken[] = [];
  let end = -1;
  for (const match of text.matchAll(tokenPattern)) {
    const [word] = match;
    const isNumber = /^\d/.test(word);
    const afterNumber = tokens.at(-1)?.isNumber ?? false;
    const name = isNumber ? word.replace(",", ".") : (afterNumber && unitOf(word)) || stem(word);
    tokens.push({ text: name, isNumber, glued: match.index === end });
    end = match.index + word.length;
  }
  return tokens;
}
