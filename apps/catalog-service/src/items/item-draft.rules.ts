import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/category.ts";
import type { CategoryAttribute } from "../categories/category-attributes.schema.ts";
import { allowsSelfService } from "../categories/shipping-preferences.schema.ts";
import { carriedOver, resolveAttributes } from "./attributes.rules.ts";
import { flexTags, otherTags, withFlex } from "./flex.service.ts";
import { fault } from "./issues.rules.ts";
import type { ItemContent, PictureRef } from "./item.ts";
import type { ItemChange, PictureInput } from "./item-input.schema.ts";
import type { ItemAttribute } from "./items.schema.ts";

/** The category an item is written for. */
export interface Shelf {
  category: Category;
  attributes: readonly CategoryAttribute[];
}

export interface Draft {
  content: ItemContent;
  /** What could not be understood. */
  faults: Cause[];
  /** Ids of the attributes among that. */
  refused: ReadonlySet<string>;
}

/** What an item is before its seller says anything: the category's first choices. */
export function blankContent({ category }: Shelf): ItemContent {
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

/** Lays a change over an item: what the change leaves out stays, attributes one by one, in another category those it knows. */
export function draftOf(before: ItemContent, change: ItemChange, shelf: Shelf): Draft {
  const pictures = change.pictures ? resolvePictures(change.pictures, before.pictures) : undefined;
  const attributes = resolveAttributes(change.attributes ?? [], shelf.attributes, before.attributes);
  const mentioned = new Set(change.attributes?.map(({ id }) => id));
  const unnamed = before.attributes.filter(({ id }) => !mentioned.has(id));
  // A category that knows no attributes takes any as they are.
  const isOther = shelf.category.id !== before.categoryId && shelf.attributes.length > 0;
  const untouched = isOther ? carriedOver(unnamed, shelf.attributes) : unnamed;
  const content: ItemContent = {
    ...before,
    categoryId: shelf.category.id,
    title: change.title?.trim() ?? before.title,
    price: change.price === undefined ? before.price : change.price,
    currencyId: change.currency_id ?? before.currencyId,
    availableQuantity: change.available_quantity ?? before.availableQuantity,
    buyingMode: change.buying_mode ?? before.buyingMode,
    listingTypeId: change.listing_type_id ?? before.listingTypeId,
    condition: change.condition ?? before.condition,
    pictures: pictures?.pictures ?? before.pictures,
    attributes: inOrder([...untouched, ...attributes.attributes], shelf.attributes),
    description: change.description?.plain_text ?? before.description,
    videoId: change.video_id === undefined ? before.videoId : change.video_id,
    shippingMode: change.shipping?.mode ?? before.shippingMode,
    freeShipping: change.shipping?.free_shipping ?? before.freeShipping,
    localPickUp: change.shipping?.local_pick_up ?? before.localPickUp,
  };
  const shippingTags = tagsOf(content, change.shipping?.tags ?? before.shippingTags, shelf.category);
  return {
    content: { ...content, shippingTags },
    faults: [...(pictures?.faults ?? []), ...attributes.faults],
    refused: attributes.refused,
  };
}

/** The seller's tags, and the Flex tags that the category grants; a switch that is on stays on. */
function tagsOf(
  { shippingMode, shippingTags }: ItemContent,
  tags: readonly string[],
  category: Category,
): string[] {
  const granted = (shippingMode === "me2" && allowsSelfService(category.logistics)) || category.flexOptInOnly;
  return granted ? withFlex(tags, shippingTags.includes(flexTags.on)) : otherTags(tags);
}

/** How items of a shipping mode travel: the category's first type beside Flex; modes without logistics by their own name. */
export function logisticTypeOf(mode: string, { logistics }: Category): string {
  const types = logistics.find((entry) => entry.mode === mode)?.types ?? [];
  return types.find((type) => type !== "self_service") ?? (mode === "me2" ? "drop_off" : mode);
}

function resolvePictures(given: readonly PictureInput[], present: readonly PictureRef[]) {
  const byId = new Map(present.map((picture) => [picture.id, picture]));
  const pictures: PictureRef[] = [];
  const faults: Cause[] = [];
  for (const [index, { id, source }] of given.entries()) {
    const known = id === undefined ? undefined : byId.get(id);
    if (id !== undefined && given.findIndex((other) => other.id === id) < index)
      faults.push(fault("pictures.duplicate", `picture ${id} is given twice`, `pictures[${index}]`));
    else if (source !== undefined) pictures.push({ id: id ?? crypto.randomUUID(), url: source });
    else if (known) pictures.push(known);
    else
      faults.push(
        fault(
          "pictures.invalid",
          "a picture needs a source, or the id of a picture the item has",
          `pictures[${index}]`,
        ),
      );
  }
  return { pictures, faults };
}

/** The category's order; attributes it does not know come last. */
function inOrder(
  attributes: readonly ItemAttribute[],
  definitions: readonly CategoryAttribute[],
): ItemAttribute[] {
  const places = new Map(definitions.map(({ id }, index) => [id, index]));
  const placeOf = ({ id }: ItemAttribute): number => places.get(id) ?? definitions.length;
  return attributes.toSorted((a, b) => placeOf(a) - placeOf(b));
}
