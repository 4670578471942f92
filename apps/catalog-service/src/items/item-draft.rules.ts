import { isDeepStrictEqual } from "node:util";
import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { allowsSelfService } from "../categories/shipping-preferences.schema.ts";
import { siteOf } from "../sites/sites.service.ts";
import { changedVariations } from "../variations/variations.rules.ts";
import { carriedOver, type Definitions, resolveAttributes } from "./attributes.rules.ts";
import { definitionsOf } from "./built-in-attributes.rules.ts";
import { changedDescription } from "./descriptions.rules.ts";
import { flexTags, otherTags, withFlex } from "./flex.service.ts";
import { countIssues } from "./issues.rules.ts";
import type { StoredAttribute } from "./item-attributes.schema.ts";
import { chosenCondition, withCondition } from "./item-condition.rules.ts";
import { type ItemChange, maxAttributes } from "./item-input.schema.ts";
import { chosenLogistics, logisticTypeOf } from "./item-logistics.rules.ts";
import type { ItemContent } from "./items.schema.ts";
import { withOwnTags } from "./own-tags.rules.ts";
import { resolvePictures } from "./pictures.rules.ts";
import { saleTermsIn, warrantyOf } from "./sale-terms.rules.ts";
import { changedFields } from "./stored-fields.schema.ts";

/** The category of an item, with its attributes. */
export interface TargetCategory {
  category: Category;
  attributes: readonly CategoryAttribute[];
}

export interface Draft {
  content: ItemContent;
  issues: Cause[];
  /** Ids of attributes with an issue: these are not also reported as missing. */
  invalidIds: ReadonlySet<string>;
}

/** The defaults of a new item: the first choices of its category. */
export function blankContent({ category }: TargetCategory): ItemContent {
  const { settings, siteId, id } = category;
  const [buyingMode = "buy_it_now"] = settings.buying_modes;
  const shippingMode = settings.shipping_modes.includes("me2")
    ? "me2"
    : (settings.shipping_modes[0] ?? "not_specified");
  return {
    siteId,
    categoryId: id,
    title: "",
    price: null,
    currencyId: settings.currencies[0] ?? "",
    availableQuantity: 1,
    buyingMode,
    listingTypeId: buyingMode === "classified" ? "silver" : "gold_special",
    condition: settings.item_conditions[0] ?? "not_specified",
    pictures: [],
    attributes: [],
    variations: [],
    saleTerms: [],
    sellerCustomField: null,
    otherFields: {},
    description: "",
    videoId: null,
    shippingMode,
    logisticType: logisticTypeOf(shippingMode, category),
    freeShipping: false,
    localPickUp: false,
    shippingTags: [],
  };
}

/**
 * Applies a change to an item, or to the defaults of a new one. Fields and attributes that the change leaves
 * out stay; in another category only the attributes that it knows.
 */
export function draftOf(present: ItemContent | undefined, change: ItemChange, target: TargetCategory): Draft {
  const before = present ?? blankContent(target);
  const pictures = change.pictures ? resolvePictures(change.pictures, before.pictures) : undefined;
  const definitions = definitionsOf(target.category, target.attributes);
  const variations = changedVariations(
    { ...before, pictures: pictures?.pictures ?? before.pictures },
    change,
    { definitions, isMoved: target.category.id !== before.categoryId },
  );
  const attributes = changedAttributes(before, change, { ...target, definitions });
  const terms = changedTerms(before, change, target.category);
  const condition = chosenCondition(present, change, attributes.attributes);
  const logistics = chosenLogistics({ before, present }, change, target.category);
  const content: ItemContent = {
    ...before,
    categoryId: target.category.id,
    title: change.title?.trim() ?? before.title,
    price: variations.price,
    currencyId: change.currency_id ?? before.currencyId,
    availableQuantity: variations.availableQuantity,
    buyingMode: change.buying_mode ?? before.buyingMode,
    listingTypeId: change.listing_type_id ?? before.listingTypeId,
    condition: condition.value ?? before.condition,
    pictures: variations.pictures,
    variations: variations.variations,
    attributes: attributes.attributes,
    saleTerms: terms.attributes,
    sellerCustomField:
      change.seller_custom_field === undefined ? before.sellerCustomField : change.seller_custom_field,
    otherFields: changedFields(before.otherFields, furtherFields(before, change)),
    description: changedDescription(change) ?? before.description,
    videoId: change.video_id === undefined ? before.videoId : change.video_id,
    shippingMode: logistics.mode,
    logisticType: logistics.type,
    freeShipping: change.shipping?.free_shipping ?? before.freeShipping,
    localPickUp: change.shipping?.local_pick_up ?? before.localPickUp,
  };
  return {
    content: {
      ...content,
      attributes: withCondition(content, definitions.known.get("ITEM_CONDITION")),
      shippingTags: tagsOf(before, content, { tags: change.shipping?.tags, category: target.category }),
    },
    issues: [
      ...(pictures?.issues ?? []),
      ...variations.issues,
      ...attributes.issues,
      ...terms.issues,
      ...condition.issues,
      ...logistics.issues,
    ],
    invalidIds: attributes.invalidIds,
  };
}

interface AttributeTarget extends TargetCategory {
  definitions: Definitions;
}

const attributesLimit = {
  code: "attributes.max",
  what: "attributes",
  most: maxAttributes,
  field: "attributes",
};

/** The attributes after a change, in the category's order. */
function changedAttributes(before: ItemContent, change: ItemChange, target: AttributeTarget) {
  const { category, attributes: inCategory, definitions } = target;
  const given = change.attributes ?? [];
  const resolved = resolveAttributes(given, definitions, before.attributes);
  const mentioned = new Set(given.map(({ id }) => id));
  const unnamed = before.attributes.filter(({ id }) => !mentioned.has(id));
  const all = [...unnamed, ...resolved.attributes];
  // A category without attributes accepts all.
  const isOther = category.id !== before.categoryId && !definitions.open;
  const attributes = isOther ? carriedOver(all, definitions, before.attributes) : all;
  const isUnchanged =
    attributes.length === before.attributes.length &&
    attributes.every((attribute) => before.attributes.includes(attribute));
  const issues = [...resolved.issues, ...countIssues(before.attributes, attributes, attributesLimit)];
  return {
    ...resolved,
    issues,
    attributes: isUnchanged ? before.attributes : inOrder(attributes, inCategory),
  };
}

/** The terms of sale after a change, which names them one by one. */
function changedTerms({ saleTerms }: ItemContent, change: ItemChange, { siteId }: Category) {
  const given = change.sale_terms ?? [];
  const resolved = resolveAttributes(given, saleTermsIn(siteOf(siteId).language), saleTerms);
  const changed = new Map(resolved.attributes.map((term) => [term.id, term]));
  const mentioned = new Set(given.map(({ id }) => id));
  const kept = saleTerms.flatMap((term) => (mentioned.has(term.id) ? (changed.get(term.id) ?? []) : [term]));
  const added = resolved.attributes.filter(({ id }) => !saleTerms.some((term) => term.id === id));
  return { ...resolved, attributes: [...kept, ...added] };
}

/** The fields without effect that a change has. The warranty that follows from the terms is not stored. */
function furtherFields(before: ItemContent, change: ItemChange) {
  const { shipping: { tags: _, ...shipping } = {}, warranty, tags, ...fields } = change;
  const isDerived = before.otherFields.warranty === undefined && warranty === warrantyOf(before.saleTerms);
  const kept = tags && withOwnTags(tags, before.otherFields.tags);
  return { ...shipping, ...fields, tags: kept, warranty: isDerived ? undefined : warranty };
}

interface GivenTags {
  tags: readonly string[] | undefined;
  category: Category;
}

/** The seller's tags and the Flex tags that the category grants; Flex stays on where it is on. */
function tagsOf(before: ItemContent, content: ItemContent, { tags, category }: GivenTags): string[] {
  const { shippingTags, shippingMode, categoryId } = before;
  const isSamePlace = shippingMode === content.shippingMode && categoryId === content.categoryId;
  if (isSamePlace && isDeepStrictEqual(tags, shippingTags)) return shippingTags;
  const granted =
    (content.shippingMode === "me2" && allowsSelfService(category.logistics)) || category.flexOptInOnly;
  const others = tags ?? shippingTags;
  return granted ? withFlex(others, shippingTags.includes(flexTags.on)) : otherTags(others);
}

/** Sorts attributes in the category's order; attributes that it does not know come last. */
function inOrder(
  attributes: readonly StoredAttribute[],
  definitions: readonly CategoryAttribute[],
): StoredAttribute[] {
  const places = new Map(definitions.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: StoredAttribute): number => places.get(id) ?? definitions.length;
  return attributes.toSorted((a, b) => placeOf(a) - placeOf(b));
}
