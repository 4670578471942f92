import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { allowsSelfService } from "../categories/shipping-preferences.schema.ts";
import { carriedOver, resolveAttributes } from "./attributes.rules.ts";
import { flexTags, otherTags, withFlex } from "./flex.service.ts";
import { issue } from "./issues.rules.ts";
import type { ItemChange, PictureInput } from "./item-input.schema.ts";
import type { ItemAttribute, ItemContent, PictureRef } from "./items.schema.ts";

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
    description: "",
    videoId: null,
    shippingMode: settings.shipping_modes.includes("me2")
      ? "me2"
      : (settings.shipping_modes[0] ?? "not_specified"),
    freeShipping: false,
    localPickUp: false,
    shippingTags: [],
  };
}

/**
 * Applies a change to an item. Fields and attributes that the change leaves out stay; in another category
 * only the attributes that it knows.
 */
export function draftOf(before: ItemContent, change: ItemChange, target: TargetCategory): Draft {
  const pictures = change.pictures ? resolvePictures(change.pictures, before.pictures) : undefined;
  const attributes = resolveAttributes(change.attributes ?? [], target.attributes, before.attributes);
  const mentioned = new Set(change.attributes?.map(({ id }) => id));
  const unnamed = before.attributes.filter(({ id }) => !mentioned.has(id));
  // A category without attributes accepts all.
  const isOther = target.category.id !== before.categoryId && target.attributes.length > 0;
  const untouched = isOther ? carriedOver(unnamed, target.attributes) : unnamed;
  const content: ItemContent = {
    ...before,
    categoryId: target.category.id,
    title: change.title?.trim() ?? before.title,
    price: change.price === undefined ? before.price : change.price,
    currencyId: change.currency_id ?? before.currencyId,
    availableQuantity: change.available_quantity ?? before.availableQuantity,
    buyingMode: change.buying_mode ?? before.buyingMode,
    listingTypeId: change.listing_type_id ?? before.listingTypeId,
    condition: change.condition ?? before.condition,
    pictures: pictures?.pictures ?? before.pictures,
    attributes: inOrder([...untouched, ...attributes.attributes], target.attributes),
    description: change.description?.plain_text ?? before.description,
    videoId: change.video_id === undefined ? before.videoId : change.video_id,
    shippingMode: change.shipping?.mode ?? before.shippingMode,
    freeShipping: change.shipping?.free_shipping ?? before.freeShipping,
    localPickUp: change.shipping?.local_pick_up ?? before.localPickUp,
  };
  const shippingTags = tagsOf(content, change.shipping?.tags ?? before.shippingTags, target.category);
  return {
    content: { ...content, shippingTags },
    issues: [...(pictures?.issues ?? []), ...attributes.issues],
    invalidIds: attributes.invalidIds,
  };
}

/** The seller's tags and the Flex tags that the category grants; Flex stays on where it is on. */
function tagsOf(
  { shippingMode, shippingTags }: ItemContent,
  tags: readonly string[],
  category: Category,
): string[] {
  const granted = (shippingMode === "me2" && allowsSelfService(category.logistics)) || category.flexOptInOnly;
  return granted ? withFlex(tags, shippingTags.includes(flexTags.on)) : otherTags(tags);
}

/** The category's first logistic type beside Flex; a mode without logistics is its own type. */
export function logisticTypeOf(mode: string, { logistics }: Category): string {
  const types = logistics.find((entry) => entry.mode === mode)?.types ?? [];
  return types.find((type) => type !== "self_service") ?? (mode === "me2" ? "drop_off" : mode);
}

function resolvePictures(given: readonly PictureInput[], present: readonly PictureRef[]) {
  const byId = new Map(present.map((picture) => [picture.id, picture]));
  const pictures: PictureRef[] = [];
  const issues: Cause[] = [];
  for (const [index, { id, source }] of given.entries()) {
    const known = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && given.findIndex((other) => other.id === id) < index)
      issues.push(issue("pictures.duplicate", `picture ${id} is given twice`, `pictures[${index}]`));
    else if (source !== undefined) pictures.push({ id: id ?? crypto.randomUUID(), url: source });
    else if (known) pictures.push(known);
    else
      issues.push(
        issue(
          "pictures.invalid",
          "a picture needs a source, or the id of a picture the item has",
          `pictures[${index}]`,
        ),
      );
  }
  return { pictures, issues };
}

/** Sorts attributes in the category's order; attributes that it does not know come last. */
function inOrder(
  attributes: readonly ItemAttribute[],
  definitions: readonly CategoryAttribute[],
): ItemAttribute[] {
  const places = new Map(definitions.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: ItemAttribute): number => places.get(id) ?? definitions.length;
  return attributes.toSorted((a, b) => placeOf(a) - placeOf(b));
}
