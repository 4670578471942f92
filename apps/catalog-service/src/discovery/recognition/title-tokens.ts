import { foldText, stem } from "../model/features/tokens.ts";
import { addHalf, readAmount } from "./amounts.ts";
import { isModelWord, plus } from "./model-words.ts";
import { squareMetre, unitOf } from "./units.ts";

/** A word, a number or an inch mark of a text. `4x4` is three tokens, `1.6` and `1 1/2` are one. */
export interface TitleToken {
  /**
   * Folded, in the singular; a decimal comma is a point, a unit after a number is its symbol, and that number is
   * written without anything between its thousands.
   */
  text: string;
  isNumber: boolean;
  /** Whether it follows the token before it without anything between: the `gb` of `128gb`. */
  glued: boolean;
  /** What is between it and the token before. */
  gap: string;
}

/** Halves, quarters and eighths, but not the two sizes in `1/2 gb`. */
const part = String.raw`(1/2|[13]/4|[1357]/8)(?![\d/]|[.,]\d| ?(?:[gt]b|gigas?|teras?))`;
const fraction = new RegExp(String.raw`(?<![\d.,/])(?:(?<!\p{L})(\d{1,2})(?: (?:[ye] )?|-))?${part}`, "gu");

const squareMetres = /(?<=\d ?(?:mil )?)m(?:ts?|etros?)?(?:2| [cq]uadrados?)(?![\p{L}\d])/gu;

const tokenPattern = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|\p{L}+|["\u201d${squareMetre}]|\u2032\u2032|\+(?![\p{L}\d])`,
  "gu",
);

/** The tokens of a title or of a value's name, so that the same thing written differently has the same tokens. */
export function titleTokens(title: string): TitleToken[] {
  const text = plainText(title);
  const tokens: TitleToken[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(tokenPattern)) {
    const gap = text.slice(end, index);
    add(tokens, word, { gap, glued: gap === "" && tokens.length > 0 });
    end = index + word.length;
  }
  return tokens;
}

/** Folded, with fractions as decimals and square metres as one sign. */
function plainText(title: string): string {
  // Folding makes 2½ the digits 21⁄2.
  const parted = title.replace(/[\u00bc-\u00be\u2150-\u215e]/g, " $&");
  const text = foldText(parted)
    .replaceAll("⁄", "/")
    .replace(/\s{2,}|[^\S ]/g, " ");
  const decimal = text.includes("/") ? text.replace(fraction, decimalOf) : text;
  return /m(?:ts?|etros?)?2|uadrado/.test(decimal) ? decimal.replace(squareMetres, squareMetre) : decimal;
}

function decimalOf(_: string, whole: string | undefined, part: string): string {
  const [top, bottom] = part.split("/");
  return String(Number(whole ?? 0) + Number(top) / Number(bottom));
}

function add(tokens: TitleToken[], word: string, place: Pick<TitleToken, "gap" | "glued">): void {
  if (/^\d/.test(word)) {
    tokens.push({ ...place, text: word.replaceAll(",", "."), isNumber: true });
    return;
  }
  const unit = unitOf(word);
  if (word === "+") {
    if (place.glued && endsModel(tokens)) tokens.push({ ...place, text: plus, isNumber: false });
  } else if (unit !== undefined && readAmount(tokens, unit)) {
    tokens.push({ ...place, text: unit, isNumber: false });
  } else if (!addHalf(tokens, word)) {
    tokens.push({ ...place, text: stem(word), isNumber: false });
  }
}

function endsModel(tokens: readonly TitleToken[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || /^(?:19|20)\d\d$/.test(last.text)) return false;
  return last.isNumber || isModelWord(last.text);
}
