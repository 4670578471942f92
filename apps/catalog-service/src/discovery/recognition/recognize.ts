import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { plainAmount } from "./amounts.ts";
import type { KnownValue, KnownValues } from "./known-values.ts";
import { isModelWord } from "./model-words.ts";
import type { TitleToken } from "./title-token.ts";

/**
 * A value recognized in a title. `valueId` is null for a number with a unit
 * that the category does not list.
 */
interface RecognizedValue {
  attribute: CategoryAttribute;
  valueId: string | null;
  valueName: string;
}

/** By model, its known brands; both are value ids. */
export type BrandsOfModels = ReadonlyMap<string, ReadonlySet<string>>;

/** A value found at the tokens from `start` up to, not including, `end`. */
interface Match {
  value: KnownValue;
  start: number;
  end: number;
}

/** Recognizes the values that a title's tokens name: at most one per attribute, no two from the same word. */
export function recognize(
  tokens: readonly TitleToken[],
  known: KnownValues,
  brandsOfModels: BrandsOfModels = new Map(),
): RecognizedValue[] {
  const matches = matchesIn(tokens, known);
  const brand = choose(matches).find(({ value }) => value.attribute.id === "BRAND")?.value.id;
  // Beside a named brand, a model known only of other brands means something else, such as the year of a Fiat
  // Palio 2008. A model of unknown brand counts only when no model of this brand is named.
  const ofBrand = ({ value }: Match) => isOfBrand(value, brand, brandsOfModels);
  const isNamed = matches.some((match) => match.value.attribute.id === "MODEL" && ofBrand(match));
  const chosen = choose(matches.filter((match) => ofBrand(match) ?? !isNamed));
  const listed = chosen.map(({ value: { attribute, id, name } }) => ({
    attribute,
    valueId: id,
    valueName: name,
  }));
  return [...listed, ...unlistedMeasures(tokens, chosen, known)];
}

function matchesIn(tokens: readonly TitleToken[], known: KnownValues): Match[] {
  return tokens.flatMap((first, start) => {
    const longest = known.longestFrom.get(first.text);
    // Most words begin no value.
    if (longest === undefined) return [];
    const found: Match[] = [];
    for (let end = start + 1; end <= Math.min(tokens.length, start + longest); end++) {
      // A part of a glued word does not count alone: the 4 of `4x4`.
      if (first.glued || tokens[end]?.glued) continue;
      const key = tokens.slice(start, end).map(({ text }) => text);
      for (const value of known.byTokens.get(key.join(" ")) ?? []) found.push({ value, start, end });
    }
    return found
      .filter((match) => !match.value.needsCue || hasCue(match, tokens, known))
      .filter((match) => !isOfAnotherModel(match, tokens) && !isMaterial(match, tokens));
  });
}

/** An iPhone 14 Pro is not an iPhone 14, and an iPhone 13 Pro Max is not an iPhone 13 Pro. */
function isOfAnotherModel({ value, end }: Match, tokens: readonly TitleToken[]): boolean {
  const [last, next] = [tokens[end - 1], tokens[end]];
  if (value.attribute.id !== "MODEL" || !last || !next) return false;
  const isNumbered = /\d/.test(last.text);
  // S23+256 is ambiguous: the plus may join the model and its memory.
  return isModelWord(next.text) ? isNumbered || isModelWord(last.text) : isNumbered && next.gap === "+";
}

/** "Aliança de prata" names a material, not the color of the same name. */
const isMaterial = ({ value, start }: Match, tokens: readonly TitleToken[]): boolean =>
  value.attribute.id.endsWith("COLOR") && tokens[start - 1]?.text === "de";

function hasCue({ value, start, end }: Match, tokens: readonly TitleToken[], { cues }: KnownValues): boolean {
  const words = cues.get(value.attribute.id);
  // "talle s" and "rodado 29", but also "5 puertas".
  const beside = tokens[start]?.isNumber ? [tokens[start - 1], tokens[end]] : [tokens[start - 1]];
  return beside.some((token) => token && words?.has(token.text));
}

/** Longer names win, then words over bare numbers, then the order of the category's attributes. */
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

/** Whether a model is of the brand, `undefined` when unknown; true for values of other attributes. */
function isOfBrand(
  { attribute, id }: KnownValue,
  brand: string | undefined,
  brands: BrandsOfModels,
): boolean | undefined {
  if (attribute.id !== "MODEL" || brand === undefined) return true;
  return brands.get(id)?.has(brand);
}

/** Numbers whose unit belongs to one attribute only, for attributes without a recognized listed value. */
function unlistedMeasures(
  tokens: readonly TitleToken[],
  chosen: readonly Match[],
  { measures }: KnownValues,
): RecognizedValue[] {
  const taken = new Set(chosen.map(({ value }) => value.attribute));
  return tokens.flatMap((token, place) => {
    const symbol = tokens[place + 1]?.text ?? "";
    const measure = token.isNumber ? measures.get(symbol) : undefined;
    if (!measure || taken.has(measure.attribute)) return [];
    const isFree = !token.glued && !tokens[place + 2]?.glued;
    const isUsed = chosen.some(({ start, end }) => place >= start && place < end);
    if (!isFree || isBelowZero(token) || isUsed) return [];
    const { attribute, unit, largest } = measure;
    taken.add(attribute);
    return [{ attribute, valueId: null, valueName: `${plainAmount(token.text, symbol, largest)} ${unit}` }];
  });
}

const isBelowZero = ({ gap }: TitleToken): boolean => /(?:^| )-$/.test(gap);
