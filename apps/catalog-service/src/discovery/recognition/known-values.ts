import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { foldText } from "../model/tokens.ts";
import { titleTokens } from "./title-tokens.ts";
import { unitOf } from "./units.ts";

/** A value of an attribute, as a title may name it. */
export interface KnownValue {
  attribute: CategoryAttribute;
  /** Place of the attribute in its category: earlier ones are served first. */
  rank: number;
  id: string;
  name: string;
  length: number;
  /** A letter or a short number means nothing by itself: it counts only at a word of the attribute's name. */
  needsCue: boolean;
}

/** A number_unit attribute whose unit no other attribute of the category has. */
export interface Measure {
  attribute: CategoryAttribute;
  /** The unit as the category writes it. */
  unit: string;
}

/** What titles of one category may name. */
export interface KnownValues {
  /** By tokens, joined with blanks. */
  byTokens: ReadonlyMap<string, readonly KnownValue[]>;
  /** Tokens of the longest value. */
  longest: number;
  /** By the unit's token. */
  measures: ReadonlyMap<string, Measure>;
  /** Words of each attribute's name, by attribute id. */
  cues: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A title never says yes or no of an attribute. */
const unspoken: ReadonlySet<string> = new Set(["boolean"]);

/** Prepares a category's attributes for recognition in titles. */
export function knownValues(attributes: readonly CategoryAttribute[]): KnownValues {
  const spoken = attributes.filter(({ value_type }) => !unspoken.has(value_type));
  const byTokens = new Map<string, KnownValue[]>();
  let longest = 0;
  spoken.forEach((attribute, rank) => {
    for (const { id, name } of attribute.values ?? []) {
      const tokens = titleTokens(name);
      if (tokens.length === 0) continue;
      longest = Math.max(longest, tokens.length);
      const key = tokens.map(({ text }) => text).join(" ");
      const needsCue = tokens.length === 1 && isMeagre(key, attribute.id);
      const value = { attribute, rank, id, name, length: tokens.length, needsCue };
      for (const form of formsOf(key, attribute.id))
        byTokens.set(form, [...(byTokens.get(form) ?? []), value]);
    }
  });
  const cues = new Map(spoken.map((attribute) => [attribute.id, cuesOf(attribute)]));
  return { byTokens, longest, measures: measuresOf(spoken), cues };
}

/** Colours and genders agree with what they are said of: "negro", "negra". */
const formsOf = (key: string, attributeId: string): string[] =>
  /(^GENDER|COLOR)$/.test(attributeId) && key.endsWith("o") ? [key, `${key.slice(0, -1)}a`] : [key];

/** Sizes are said as bare numbers of two digits ("zapatillas 42"). */
function isMeagre(token: string, attributeId: string): boolean {
  if (/^\d+$/.test(token)) return token.length < (attributeId.endsWith("_SIZE") ? 2 : 3);
  return token.length < 2;
}

const cuesOf = ({ name }: CategoryAttribute): Set<string> =>
  new Set(
    titleTokens(name)
      .map(({ text }) => text)
      .filter((word) => word.length > 2),
  );

function measuresOf(attributes: readonly CategoryAttribute[]): Map<string, Measure> {
  const found = attributes
    .filter(({ value_type }) => value_type === "number_unit")
    .flatMap((attribute) => [...unitsOf(attribute)].map(([token, unit]) => ({ token, unit, attribute })));
  const byUnit = Map.groupBy(found, ({ token }) => token);
  return new Map(
    [...byUnit].flatMap(([token, [first, ...others]]) =>
      first && others.length === 0 ? [[token, first]] : [],
    ),
  );
}

/** Units an attribute is measured in: those its values have, or the one it is named after (kilometres). */
function unitsOf({ name, values = [] }: CategoryAttribute): Map<string, string> {
  const ofValues = values.flatMap((value): [string, string][] => {
    const [, unit = ""] = /^[\d.,]+ ?([^\d.,\s]\S*)$/.exec(value.name) ?? [];
    const token = unitOf(foldText(unit));
    return token === undefined ? [] : [[token, unit]];
  });
  if (ofValues.length > 0) return new Map(ofValues);
  const named = unitOf(foldText(name));
  return new Map(named === undefined ? [] : [[named, named]]);
}
