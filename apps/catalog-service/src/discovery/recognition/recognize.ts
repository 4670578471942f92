import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { plainAmount } from "./amounts.ts";
import type { KnownValue, KnownValues } from "./known-values.ts";
import { isModelWord } from "./model-words.ts";
import { type TitleToken, titleTokens } from "./title-tokens.ts";

/** A value that a title names; `valueId` is null for a measure that the category does not list. */
export interface RecognizedValue {
  attribute: CategoryAttribute;
  valueId: string | null;
  valueName: string;
}

/** Models with the brands they are known to be of, as value ids. */
export type BrandsOfModels = ReadonlyMap<string, ReadonlySet<string>>;

/** A value found at the tokens from `start` up to, not including, `end`. */
interface Match {
  value: KnownValue;
  start: number;
  end: number;
}

/** The values of a category's attributes that a title names: one an attribute, none of them sharing a word. */
export function recognize(
  title: string,
  known: KnownValues,
  brandsOfModels: BrandsOfModels = new Map(),
): RecognizedValue[] {
  const tokens = titleTokens(title);
  const matches = matchesIn(tokens, known);
  const brand = choose(matches).find(({ value }) => value.attribute.id === "BRAND")?.value.id;
  // Where a brand is named, models that are only known of others mean something else, such as the year of a Fiat Palio 2008.
  // What nobody knows the brand of gives way to what is known of this one.
  const ofBrand = ({ value }: Match) => isOfBrand(value, brand, brandsOfModels);
  const isNamed = matches.some((match) => match.value.attribute.id === "MODEL" && ofBrand(match));
  const chosen = choose(matches.filter((match) => ofBrand(match) ?? !isNamed));
  const listed = chosen.map(({ value: { attribute, id, name } }) => ({
    attribute,
    valueId: id,
    valueName: name,
  }));
  return [...listed, ...measured(tokens, chosen, known)];
}

function matchesIn(tokens: readonly TitleToken[], known: KnownValues): Match[] {
  return tokens.flatMap((_, start) => {
    const found: Match[] = [];
    for (let end = start + 1; end <= Math.min(tokens.length, start + known.longest); end++) {
      // A part of a word written together is another word: the 4 of `4x4`.
      if (tokens[start]?.glued || tokens[end]?.glued) continue;
      const key = tokens.slice(start, end).map(({ text }) => text);
      for (const value of known.byTokens.get(key.join(" ")) ?? []) found.push({ value, start, end });
    }
    return found
      .filter((match) => !match.value.needsCue || hasCue(match, tokens, known))
      .filter((match) => !isOfAnotherModel(match, tokens) && !isMatter(match, tokens));
  });
}

/** An iPhone 14 Pro is no iPhone 14, nor an iPhone 13 Pro Max an iPhone 13 Pro. */
function isOfAnotherModel({ value, end }: Match, tokens: readonly TitleToken[]): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  if (value.attribute.id !== "MODEL" || !last || !next) return false;
  const isNumbered = /\d/.test(last.text);
  // Nobody knows of S23+256 whether the plus is the model's.
  return isModelWord(next.text) ? isNumbered || isModelWord(last.text) : isNumbered && next.gap === "+";
}

/** An "aliança de prata" is made of what is also the name of a colour. */
const isMatter = ({ value, start }: Match, tokens: readonly TitleToken[]): boolean =>
  value.attribute.id.endsWith("COLOR") && tokens[start - 1]?.text === "de";

function hasCue({ value, start, end }: Match, tokens: readonly TitleToken[], { cues }: KnownValues): boolean {
  const words = cues.get(value.attribute.id);
  // "talle s" and "rodado 29", but also "5 puertas".
  const beside = tokens[start]?.isNumber ? [tokens[start - 1], tokens[end]] : [tokens[start - 1]];
  return beside.some((token) => token && words?.has(token.text));
}

/** Longer names first, words before bare numbers, then as the category orders its attributes. */
function choose(matches: readonly Match[]): Match[] {
  const isNumber = ({ value }: Match) => Number(/^\d+$/.test(value.name));
  const ordered = matches.toSorted(
    (a, b) =>
      b.value.length - a.value.length ||
      isNumber(a) - isNumber(b) ||
      a.value.rank - b.value.rank ||
      a.start - b.start,
  );
  const chosen: Match[] = [];
  for (const match of ordered) {
    const clashes = ({ value, start, end }: Match) =>
      value.attribute === match.value.attribute || (start < match.end && match.start < end);
    if (!chosen.some(clashes)) chosen.push(match);
  }
  return chosen.sort((a, b) => a.value.rank - b.value.rank);
}

/** Whether a model is of the brand; `undefined` when that is not known. Any other value may be said of any brand. */
function isOfBrand(
  { attribute, id }: KnownValue,
  brand: string | undefined,
  brands: BrandsOfModels,
): boolean | undefined {
  if (attribute.id !== "MODEL" || brand === undefined) return true;
  return brands.get(id)?.has(brand);
}

/** Numbers with a unit that only one attribute has, where no listed value was found. */
function measured(
  tokens: readonly TitleToken[],
  chosen: readonly Match[],
  { measures }: KnownValues,
): RecognizedValue[] {
  const taken = new Set(chosen.map(({ value }) => value.attribute));
  return tokens.flatMap((token, place) => {
    const symbol = tokens[place + 1]?.text ?? "";
    const measure = measures.get(symbol);
    const isFree = token.isNumber && !token.glued && !tokens[place + 2]?.glued;
    const isUsed = chosen.some(({ start, end }) => place >= start && place < end);
    if (!measure || !isFree || isBelowZero(token) || isUsed || taken.has(measure.attribute)) return [];
    const { attribute, unit, largest } = measure;
    taken.add(attribute);
    return [{ attribute, valueId: null, valueName: `${plainAmount(token.text, symbol, largest)} ${unit}` }];
  });
}

const isBelowZero = ({ gap }: TitleToken): boolean => /(?:^| )-$/.test(gap);
