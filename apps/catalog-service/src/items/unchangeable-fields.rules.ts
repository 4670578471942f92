import { isDeepStrictEqual } from "node:util";
import type { Cause } from "@marketplace/conventions";
import { issue } from "./issues.rules.ts";
import type { Item, ItemContent } from "./items.schema.ts";

/** A listing begins as free, or never is. */
const typeIssues = (before: Pick<Item, "listingTypeId">, { listingTypeId }: ItemContent): Cause[] =>
  listingTypeId !== "free" || before.listingTypeId === "free"
    ? []
    : [issue("listing_type_id.invalid", "a listing cannot be changed to free", "listing_type_id")];

/** The title is what buyers bought by: it stays as it was once something was sold. */
const titleIssues = (before: Pick<Item, "title" | "soldQuantity">, { title }: ItemContent): Cause[] =>
  before.soldQuantity === 0 || title === before.title
    ? []
    : [issue("title.not_modifiable", "title cannot be changed: the item has sales", "title")];

/** Issues of what an item keeps for good. */
export const fixedIssues = (before: Item, after: ItemContent): Cause[] => [
  ...titleIssues(before, after),
  ...typeIssues(before, after),
];

/** The fields of a body that rules look at, with what they hold in an item. */
const contents: Readonly<Record<string, (content: ItemContent) => unknown>> = {
  title: ({ title }) => title,
  price: ({ price }) => price,
  currency_id: ({ currencyId }) => currencyId,
  available_quantity: ({ availableQuantity }) => availableQuantity,
  buying_mode: ({ buyingMode }) => buyingMode,
  listing_type_id: ({ listingTypeId }) => listingTypeId,
  condition: ({ condition }) => condition,
  pictures: ({ pictures }) => pictures,
  attributes: ({ attributes }) => attributes,
  variations: ({ variations }) => variations,
  description: ({ description }) => description,
  shipping: ({ shippingMode }) => shippingMode,
};

/** The names of those fields that differ. */
export const changedFieldNames = (before: ItemContent, after: ItemContent): Set<string> =>
  new Set(
    Object.entries(contents)
      .filter(([, contentOf]) => !isDeepStrictEqual(contentOf(before), contentOf(after)))
      .map(([name]) => name),
  );
