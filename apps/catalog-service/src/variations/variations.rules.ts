import type { Cause } from "@marketplace/conventions";
import { maxQuantity } from "../items/amounts.schema.ts";
import { folded } from "../items/attribute-values.rules.ts";
import { type Definitions, resolveAttributes } from "../items/attributes.rules.ts";
import { countIssues, issue } from "../items/issues.rules.ts";
import type { StoredAttribute } from "../items/item-attributes.schema.ts";
import { hasCredentials, type ItemChange } from "../items/item-input.schema.ts";
import type { ItemContent, PictureRef } from "../items/items.schema.ts";
import { isFile } from "../pictures/picture-links.rules.ts";
import { carriedVariation } from "./carried-variations.rules.ts";
import {
  maxVariationAttributes,
  maxVariations,
  type StoredCombination,
  type StoredVariation,
  type VariationInput,
} from "./variations.schema.ts";

const variationsLimit = {
  code: "variations.max",
  what: "variations",
  most: maxVariations,
  field: `variations[${maxVariations}]`,
};

type Before = Pick<ItemContent, "variations" | "price" | "availableQuantity" | "pictures">;
type Change = Pick<ItemChange, "variations" | "price" | "available_quantity">;

interface Target {
  definitions: Definitions;
  /** Whether the item comes from another category. */
  isMoved: boolean;
}

interface Resolved {
  variations: StoredVariation[];
  pictures: PictureRef[];
  price: number | null;
  availableQuantity: number;
  issues: Cause[];
}

/**
 * The variations of an item after a change, with what follows from them: its stock is their sum, its price
 * the one of all, and an address among their pictures is a picture of the item.
 */
export function changedVariations(
  before: Before,
  change: Change,
  { definitions, isMoved }: Target,
): Resolved {
  const issues: Cause[] = [];
  const pictures = [...before.pictures];
  const given = change.variations;
  const resolved = given ? resolveAll(given, { before, definitions, pictures, issues }) : before.variations;
  // A category without attributes accepts all.
  const variations =
    isMoved && !definitions.open
      ? resolved.map((each, index) =>
          carriedVariation(each, {
            before: before.variations,
            definitions,
            issues,
            at: placeOf(index, given),
          }),
        )
      : resolved;
  if (given || isMoved) issues.push(...combinationIssues(variations, definitions, given));
  issues.push(...countIssues(before.variations, variations, variationsLimit));
  const price = change.price === undefined ? before.price : change.price;
  if (variations.length === 0) {
    const rest = before.variations.length > 0 ? 0 : before.availableQuantity;
    return { variations, pictures, price, availableQuantity: change.available_quantity ?? rest, issues };
  }
  issues.push(...stockIssues(before, change));
  const prices = pricesOf(given ?? [], before, change.price);
  if (prices.length > 1) {
    const message = "all variations must have one price, which is the item's";
    issues.push(issue("variations.price.different", message, "variations"));
  }
  return {
    variations: withoutRemoved(variations, pictures),
    pictures,
    price: prices[0] ?? price,
    availableQuantity: stockOf(variations),
    issues,
  };
}

/** Variations do not show pictures that the item no longer has. */
function withoutRemoved(
  variations: readonly StoredVariation[],
  pictures: readonly PictureRef[],
): StoredVariation[] {
  const present = new Set(pictures.map(({ id }) => id));
  return variations.map((each) => ({
    ...each,
    picture_ids: each.picture_ids.filter((id) => present.has(id)),
  }));
}

/** The stock of an item with variations. */
export const stockOf = (variations: readonly StoredVariation[]): number =>
  variations.reduce((sum, { available }) => sum + available, 0);

/** The stock of an item with variations is their sum; it may be sent back as it was read. */
function stockIssues(before: Before, { available_quantity: given }: Change): Cause[] {
  if (given === undefined) return [];
  if (before.variations.length > 0 && given === before.availableQuantity) return [];
  const message = "the stock of an item with variations is the sum of theirs: give each its own";
  return [issue("available_quantity.not_modifiable", message, "available_quantity")];
}

/**
 * The different prices that the item and its variations ask for; those without one follow the item. A price
 * that is as it was read counts as sent back where the item asks for a new one.
 */
function pricesOf(given: readonly VariationInput[], { price: before }: Before, asked = before): number[] {
  const isNew = asked !== before;
  const ofVariations = given.map(({ price = asked }) => (isNew && price === before ? asked : price));
  const all = isNew ? [asked, ...ofVariations] : ofVariations;
  return [...new Set(all.filter((each) => each !== null))];
}

interface Context {
  before: Before;
  definitions: Definitions;
  /** Pictures of the item; addresses are added. */
  pictures: PictureRef[];
  issues: Cause[];
}

function resolveAll(given: readonly VariationInput[], context: Context): StoredVariation[] {
  const present = new Map(context.before.variations.map((variation) => [variation.id, variation]));
  const seen = new Set<number>();
  return given.map((input, index) => {
    const at = `variations[${index}]`;
    const known = input.id === undefined ? undefined : present.get(input.id);
    if (input.id !== undefined) {
      if (!known)
        context.issues.push(
          issue("variations.id.invalid", `the item has no variation ${input.id}`, `${at}.id`),
        );
      else if (seen.has(input.id))
        context.issues.push(
          issue("variations.duplicate", `variation ${input.id} is given twice`, `${at}.id`),
        );
      seen.add(input.id);
    }
    return resolveOne(input, known, { ...context, at });
  });
}

function resolveOne(
  input: VariationInput,
  known: StoredVariation | undefined,
  { definitions, pictures, issues, at }: Context & { at: string },
): StoredVariation {
  const named = new Set(input.attributes?.map(({ id }) => id));
  const available = input.available_quantity ?? known?.available ?? 1;
  if (available < 0 || available > maxQuantity) {
    const message = `available_quantity must be from 0 to ${maxQuantity}`;
    issues.push(issue("variations.available_quantity.invalid", message, `${at}.available_quantity`));
  }
  const own = resolveAttributes(
    input.attributes ?? [],
    { ...definitions, field: "variations.attributes", at: `${at}.attributes` },
    known?.attributes,
  );
  issues.push(...own.issues);
  const attributes = [...(known?.attributes.filter(({ id }) => !named.has(id)) ?? []), ...own.attributes];
  issues.push(
    ...countIssues(known?.attributes ?? [], attributes, {
      code: "variations.attributes.max",
      what: "attributes of a variation",
      most: maxVariationAttributes,
      field: `${at}.attributes`,
    }),
  );
  return {
    id: known?.id ?? 0,
    combinations: input.attribute_combinations
      ? combinationsOf(input.attribute_combinations, known, { definitions, issues, at })
      : (known?.combinations ?? []),
    attributes,
    available,
    sold: known?.sold ?? 0,
    picture_ids: input.picture_ids
      ? pictureIdsOf(input.picture_ids, { pictures, issues, at })
      : (known?.picture_ids ?? []),
    seller_custom_field: changed(input.seller_custom_field, known?.seller_custom_field),
    catalog_product_id: changed(input.catalog_product_id, known?.catalog_product_id),
  };
}

const changed = (given: string | null | undefined, present: string | null | undefined): string | null =>
  given === undefined ? (present ?? null) : given;

type Place = Pick<Context, "issues"> & { at: string };

function combinationsOf(
  given: NonNullable<VariationInput["attribute_combinations"]>,
  known: StoredVariation | undefined,
  { definitions, issues, at }: Place & { definitions: Definitions },
): StoredCombination[] {
  const field = `${at}.attribute_combinations`;
  const withId = given.flatMap(({ id, ...rest }) => (id == null ? [] : [{ id, ...rest }]));
  const present = known?.combinations.flatMap(({ id, ...rest }): StoredAttribute[] =>
    id === null ? [] : [{ id, ...rest }],
  );
  const resolved = resolveAttributes(
    withId,
    { ...definitions, field: "variations.attribute_combinations", at: field },
    present,
  );
  issues.push(...resolved.issues);
  const custom = given.filter(({ id }) => id == null);
  const invalid = (message: string) =>
    issues.push(issue("variations.attribute_combinations.invalid", message, field));
  if (custom.length > 1) invalid("at most one attribute of a variation may be a custom one");
  const own = custom.slice(0, 1).flatMap(({ name, value_name }): StoredCombination[] => {
    const [label = "", value = ""] = [name?.trim(), value_name?.trim()];
    if (label !== "" && value !== "") return [{ id: null, name: label, value_id: null, value_name: value }];
    invalid("a custom attribute needs a name and a value_name");
    return [];
  });
  return [...resolved.attributes, ...own];
}

/** Whether a text among the picture ids of a variation is the address of a picture. */
export const isAddress = (text: string): boolean =>
  /^https?:\/\/\S+$/.test(text) && URL.canParse(text) && !hasCredentials(text);

/** Picture ids of a variation; adds addresses that are new to the item's pictures. */
function pictureIdsOf(
  given: readonly string[],
  { pictures, issues, at }: Place & { pictures: PictureRef[] },
): string[] {
  const ids = given.map((text, index) => {
    const known = pictures.find(({ id, url }) => id === text || url === text);
    if (known) return known.id;
    if (isFile(text) || isAddress(text)) {
      const added = { id: crypto.randomUUID(), url: text };
      pictures.push(added);
      return added.id;
    }
    const message = `the item has no picture ${text}`;
    issues.push(issue("pictures.picture_not_found", message, `${at}.picture_ids[${index}]`));
    return text;
  });
  return [...new Set(ids)];
}

const nameOf = ({ id, name }: StoredCombination): string => id ?? `custom ${folded(name)}`;
const codeOf = ({ value_id, value_name }: StoredCombination): string =>
  value_id ?? `free ${folded(value_name ?? "")}`;
const sorted = (parts: readonly string[]): string => JSON.stringify(parts.toSorted());

/** The combinations of a variation in the body; of one that the body does not name, all variations. */
const placeOf = (index: number, given: readonly unknown[] | undefined): string =>
  given ? `variations[${index}].attribute_combinations` : "variations";

/** All variations differ in the same attributes, which the category allows, and no two are equal. */
function combinationIssues(
  variations: readonly StoredVariation[],
  { known, open }: Definitions,
  given: readonly VariationInput[] | undefined,
): Cause[] {
  const [first] = variations;
  if (!first) return [];
  const names = sorted(first.combinations.map(nameOf));
  const seen = new Set<string>();
  return variations.flatMap(({ combinations }, index) => {
    const field = placeOf(index, given);
    const invalid = (message: string) => issue("variations.attribute_combinations.invalid", message, field);
    if (combinations.length === 0)
      return [invalid("a variation needs at least one attribute that it differs in")];
    const values = sorted(combinations.map((each) => `${nameOf(each)}=${codeOf(each)}`));
    const isRepeated = seen.has(values);
    seen.add(values);
    const forbidden = combinations.find(
      ({ id }) => id !== null && !open && known.get(id)?.tags?.allow_variations !== true,
    );
    return [
      ...(forbidden ? [invalid(`variations may not differ in ${forbidden.id} in this category`)] : []),
      ...(sorted(combinations.map(nameOf)) === names
        ? []
        : [invalid("all variations must differ in the same attributes")]),
      ...(isRepeated ? [invalid("two variations have the same values")] : []),
    ];
  });
}
