import { type IndexedItem, titleParts } from "@marketplace/search-index";
import { notApplicable, type StoredAttribute } from "../items/item-attributes.schema.ts";
import type { StoredVariation } from "../variations/variations.schema.ts";
import { spellingVariants } from "./spelling-variants.rules.ts";

/** An active item with what search needs of its category. */
export interface SearchedItem {
  no: number;
  siteId: string;
  sellerId: number;
  /** A decimal number as text, as NUMERIC is read. */
  price: string | null;
  condition: string;
  freeShipping: boolean;
  title: string;
  attributes: readonly StoredAttribute[];
  variations: readonly Pick<StoredVariation, "combinations" | "attributes">[];
  categoryName: string;
  /** Ids from the root down to the category. */
  path: readonly string[];
}

/** The attributes whose values weigh more than those of others. */
const naming = new Set(["BRAND", "MODEL"]);

/**
 * Ids as categories define them. Where a category has no attributes sellers write ids of their own, and
 * one such as "category" must not be taken for the key of another filter.
 */
const attributeId = /^[A-Z][A-Z0-9_]*$/;

/** An item as the index knows it: its filters as keys, and its words by field. */
export function indexedItem(item: SearchedItem): IndexedItem {
  const { no, siteId, sellerId, price, title, categoryName } = item;
  const attributes = attributesOf(item);
  const valuesOf = (chosen: (id: string) => boolean): string[] =>
    attributes.flatMap(({ id, value_name }) => (value_name && chosen(id) ? [value_name] : []));
  const { subject, rest } = titleParts(title);
  return {
    no,
    siteId,
    sellerId,
    price: price === null ? null : Number(price),
    keys: keysOf(item, attributes),
    fields: {
      title: joined(spelled(subject)),
      brandAndModel: joined(valuesOf((id) => naming.has(id))),
      attributes: joined([...spelled(rest), ...valuesOf((id) => !naming.has(id))]),
      category: categoryName,
    },
  };
}

const spelled = (text: string): string[] => (text === "" ? [] : [text, ...spellingVariants(text)]);

const joined = (texts: readonly string[]): string => [...new Set(texts)].join(" ; ");

/** The item's attributes and those of its variations: it is found by what any of them is. */
const attributesOf = ({ attributes, variations }: SearchedItem): StoredAttribute[] => [
  ...attributes,
  ...variations.flatMap((each) => [
    ...each.combinations.map((combination) => ({ ...combination, id: combination.id ?? "" })),
    ...each.attributes,
  ]),
];

function keysOf(
  { condition, freeShipping, path }: SearchedItem,
  attributes: readonly StoredAttribute[],
): string[] {
  const keys = new Set([`condition=${condition}`, ...path.map((id) => `category=${id}`)]);
  if (freeShipping) keys.add("shipping=free");
  for (const { id, value_id, values = [] } of attributes.filter((each) => attributeId.test(each.id)))
    for (const value of [value_id, ...values.map((each) => each.id)])
      if (value !== null && value !== notApplicable) keys.add(`${id}=${value}`);
  return [...keys];
}
