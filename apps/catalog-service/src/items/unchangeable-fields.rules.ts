import { isDeepStrictEqual } from "node:util";
import type { Cause } from "@marketplace/conventions";
import { issue } from "./issues.rules.ts";
import { fixedFields, type ItemChange } from "./item-input.schema.ts";
import type { ItemContent, ItemWire } from "./items.schema.ts";

const fixed = Object.keys(fixedFields) as (keyof typeof fixedFields)[];

/** One issue per field that only the service writes and that is not sent back as it is. */
export const fixedFieldIssues = (change: ItemChange, present: ItemWire): Cause[] =>
  fixed
    .filter((name) => change[name] !== undefined && !isDeepStrictEqual(change[name], present[name]))
    .map((name) => issue(`${name}.not_modifiable`, `${name} cannot be changed`, name));

/** The logistic type follows from category and shipping mode. */
export function logisticTypeIssue({ shipping }: ItemChange, present: string): Cause[] {
  const given = shipping?.logistic_type;
  if (given === undefined || given === present) return [];
  const message = `shipping.logistic_type cannot be chosen: it is ${present}`;
  return [issue("shipping_logistic_type.not_modifiable", message, "shipping.logistic_type")];
}

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
