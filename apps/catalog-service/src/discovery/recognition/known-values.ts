import type { CategoryAttribute } from "../../categories/category-attributes.schema.ts";
import { foldText } from "../model/features/tokens.ts";
import { amountsIn, keyOf, otherForms } from "./other-forms.ts";
import { titleTokens } from "./title-tokens.ts";
import { unitOf } from "./units.ts";

/** A value of an attribute under one of the names a title may use. */
export interface KnownValue {
  attribute: CategoryAttribute;
  /** Position of the attribute in its category; earlier attributes win. */
  rank: number;
  id: string;
  name: string;
  /** Number of tokens of this name. */
  length: number;
  /** A letter or a short number counts only beside a word of the attribute's name. */
  needsCue: boolean;
}

/** A number_unit attribute whose unit no other attribute of the category has. */
interface Measure {
  attribute: CategoryAttribute;
  /** The unit as the category writes it. */
  unit: string;
  /** The largest amount of that unit that the category lists, if any. */
  largest: number | undefined;
}

/** Index of the values that titles of one category may name. */
export interface KnownValues {
  /** By tokens, joined with blanks. */
  byTokens: ReadonlyMap<string, readonly KnownValue[]>;
  /** By a first token, the number of tokens of the longest name that begins with it. */
  longestFrom: ReadonlyMap<string, number>;
  /** By the unit's token. */
  measures: ReadonlyMap<string, Measure>;
  /** Words of each attribute's name, by attribute id. */
  cues: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Prepares a category's attributes for recognition in titles. */
export function knownValues(attributes: readonly CategoryAttribute[]): KnownValues {
  // A title never names the value of a boolean attribute.
  const named = attributes.filter(({ value_type }) => value_type !== "boolean");
  const listed = named.flatMap((attribute, rank) =>
    (attribute.values ?? []).flatMap(({ id, name }) => {
      const key = keyOf(name);
      return key === "" ? [] : [{ key, attribute, rank, id, name }];
    }),
  );
  const byTokens = new Map<string, KnownValue[]>();
  const longestFrom = new Map<string, number>();
  const add = ({ key, ...value }: ListedValue) => {
    const tokens = key.split(" ");
    const [first = ""] = tokens;
    const { length } = tokens;
    const needsCue = length === 1 && isAmbiguous(key, value.attribute.id);
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, length));
    byTokens.set(key, [...(byTokens.get(key) ?? []), { ...value, length, needsCue }]);
  };
  for (const value of listed) add(value);
  const names = new Set(byTokens.keys());
  for (const value of listed)
    for (const key of otherForms(value.key, value.attribute.id)) {
      const isTaken = byTokens.get(key)?.some(({ attribute }) => attribute === value.attribute);
      // Another value's own name wins over a form of this one: "niña" is not "niño".
      if (!names.has(key) && !isTaken) add({ ...value, key });
    }
  const cues = new Map(named.map((attribute) => [attribute.id, cuesOf(attribute)]));
  return { byTokens, longestFrom, measures: measuresOf(named), cues };
}

/** A value with the tokens of one of its names, joined with blanks. */
type ListedValue = Pick<KnownValue, "attribute" | "rank" | "id" | "name"> & { key: string };

/** Single characters and short numbers; sizes may be bare numbers of two digits ("zapatillas 42"). */
function isAmbiguous(token: string, attributeId: string): boolean {
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
    .flatMap((attribute) =>
      [...unitsOf(attribute)].map(([token, unit]) => {
        const largest = largestOf(attribute, token);
        return { token, unit, attribute, largest };
      }),
    );
  const byUnit = Map.groupBy(found, ({ token }) => token);
  return new Map(
    [...byUnit].flatMap(([token, [first, ...others]]) =>
      first && others.length === 0 ? [[token, first]] : [],
    ),
  );
}

/** Units of an attribute: those of its values, or else the one it is named after (kilometers). */
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

function largestOf({ values = [] }: CategoryAttribute, unit: string): number | undefined {
  const amounts = values.flatMap(({ name }) => amountsIn(keyOf(name)).get(unit) ?? []);
  return amounts.reduce((most, amount) => Math.max(most, amount), 0) || undefined;
}
