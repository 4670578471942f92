import type { TitleToken } from "./title-token.ts";
import { squareMeter, unitOf } from "./units.ts";

/** Units with ambiguous decimals: `1.500 kg` may be a bag (1.5) or a load (1500). */
const eitherWay: ReadonlySet<string> = new Set(["kg", "l", "m"]);

/** Units that are never written in thousands. */
const neverThousands: ReadonlySet<string> = new Set(["tb", '"']);

/** Units of numbers so large that a blank may separate their thousands. */
const ofGreatNumbers: ReadonlySet<string> = new Set(["km", squareMeter]);

/** Units whose alternatives a slash separates: `4/64 gb`. */
const ofAlternatives: ReadonlySet<string> = new Set(["gb", "tb"]);

const halves: ReadonlySet<string> = new Set(["medio", "media", "meio", "meia"]);
const ands: ReadonlySet<string> = new Set(["y", "e"]);

const threeDecimals = /^[1-9]\d{0,2}\.\d{3}$/;
const inThousands = /^([1-9]\d{0,2}(?:\.\d{3})+)(\.\d{1,2})?$/;

/** Parses the last tokens as the number before a unit and merges them; false when they are not a number. */
export function readAmount(tokens: TitleToken[], unit: string): boolean {
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  if (!last || (!last.isNumber && last.text !== "mil")) return false;
  const number = before?.isNumber ? before : undefined;
  if (number && isThousand(number, last)) {
    tokens.pop();
    number.text =
      last.text === "mil" ? String(Math.round(Number(number.text) * 1_000)) : number.text + last.text;
    return true;
  }
  if (!last.isNumber) return false;
  const text = number && isUnclear(number, last, unit) ? undefined : amountText(last.text, unit);
  // An ambiguous number stays as written and counts as a word.
  last.text = text ?? last.gap + last.text;
  last.isNumber = text !== undefined;
  return true;
}

/** `150 mil` and `120 000`. */
const isThousand = (number: TitleToken, last: TitleToken): boolean =>
  last.text === "mil"
    ? /^\d{1,3}(?:\.\d)?$/.test(number.text)
    : /^[1-9]\d{0,2}$/.test(number.text) && !number.glued && last.gap === " " && /^0\d\d$/.test(last.text);

/** `1..5`, `5/10` and `150 500` may be one number or two. */
function isUnclear(number: TitleToken, { text, gap }: TitleToken, unit: string): boolean {
  if (gap === "/") return /^\d\d?\/\d\d?$/.test(`${number.text}/${text}`) && !ofAlternatives.has(unit);
  if (gap === " ") return ofGreatNumbers.has(unit) && /^[1-9]\d{0,2} \d{3}$/.test(`${number.text} ${text}`);
  return /^[.,]{2}$/.test(gap);
}

function amountText(written: string, unit: string): string | undefined {
  if (threeDecimals.test(written) && eitherWay.has(unit)) return written;
  const [, whole, decimals = ""] = neverThousands.has(unit) ? [] : (inThousands.exec(written) ?? []);
  const text = whole === undefined ? written : whole.replaceAll(".", "") + decimals;
  return /^(?:0?[1-9]\d*|0)(?:\.\d+)?$/.test(text) ? text.replace(/^0(?=\d)/, "") : undefined;
}

/**
 * Resolves an amount whose thousands and thousandths are written alike (2.250 l of a drink, 1.000 l of a
 * tank). It means thousands unless the category's largest amount is far below. Without listed amounts, only
 * liters mean thousands.
 */
export function plainAmount(text: string, unit: string, largest?: number): string {
  const few = withoutLastZeros(text);
  if (!threeDecimals.test(text) || !eitherWay.has(unit)) return few;
  const many = text.replace(".", "");
  const isMany = largest === undefined ? unit === "l" : Number(many) <= 10 * largest;
  return isMany ? many : few;
}

/** 2.50 is 2.5, and 2.0 is 2. */
function withoutLastZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** The token texts that may mean an amount: 1.5 is also 1.50. */
export function amountTexts(amount: number, unit: string): string[] {
  const decimals = [1, 2, 3]
    .map((digits) => amount.toFixed(digits))
    .filter((text) => Number(text) === amount);
  const many = String(amount).replace(/(?=\d{3}$)/, ".");
  return [String(amount), ...decimals, ...(threeDecimals.test(many) && eitherWay.has(unit) ? [many] : [])];
}

/** Adds a half to the amount or bed size before it (`1 kilo y medio`); false for any other word. */
export function addHalf(tokens: TitleToken[], word: string): boolean {
  const count = tokens.at(-3);
  if (!halves.has(word) || !ands.has(tokens.at(-1)?.text ?? "")) return false;
  const what = tokens.at(-2)?.text ?? "";
  if (unitOf(what) !== what && what !== "plaza") return false;
  if (!count?.isNumber || !/^\d\d?$/.test(count.text)) return false;
  count.text += ".5";
  tokens.pop();
  return true;
}
