import { foldText, stem } from "../model/features/tokens.ts";
import { addHalf, readAmount } from "./amounts.ts";
import { isModelWord, plus } from "./model-words.ts";
import type { TitleToken } from "./title-token.ts";
import { squareMeter, unitOf } from "./units.ts";

/** Halves, quarters and eighths, but not the two sizes in `1/2 gb`. */
const part = String.raw`(1/2|[13]/4|[1357]/8)(?![\d/]|[.,]\d| ?(?:[gt]b|gigas?|teras?))`;
const fraction = new RegExp(String.raw`(?<![\d.,/])(?:(?<!\p{L})(\d{1,2})(?: (?:[ye] )?|-))?${part}`, "gu");

const squareMeters = /(?<=\d ?(?:mil )?)m(?:ts?|etros?)?(?:2| [cq]uadrados?)(?![\p{L}\d])/gu;

const tokenPattern = new RegExp(
  String.raw`\d+(?:[.,]\d+)*|\p{L}+|["\u201d${squareMeter}]|\u2032\u2032|\+(?![\p{L}\d])`,
  "gu",
);

/** Tokenizes a title or a value's name, so that spelling variants of one value get the same tokens. */
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

/** Folds a title and writes fractions as decimals and square meters as one sign. */
function plainText(title: string): string {
  // Without the blank, folding would turn 2½ into 21⁄2.
  const spaced = title.replace(/[\u00bc-\u00be\u2150-\u215e]/g, " $&");
  const text = foldText(spaced)
    .replaceAll("⁄", "/")
    .replace(/\s{2,}|[^\S ]/g, " ");
  const decimal = text.includes("/") ? text.replace(fraction, decimalOf) : text;
  return /m(?:ts?|etros?)?2|uadrado/.test(decimal) ? decimal.replace(squareMeters, squareMeter) : decimal;
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
