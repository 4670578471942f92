import type { Cause } from "@marketplace/conventions";
import type { Category } from "../categories/category.ts";
import { currencyOf } from "../currencies/currencies.ts";
import { fault } from "./fault.ts";
import type { ItemContent } from "./item.ts";

type Rule = (content: ItemContent, category: Category) => Cause[];

export const listingTypes = [
  "free",
  "bronze",
  "silver",
  "gold",
  "gold_special",
  "gold_premium",
  "gold_pro",
] as const;

const highestPrice = 9_999_999_999_999;
const highestQuantity = 999_999;
const lengthOf = (text: string): number => [...text].length;

const title: Rule = ({ title: text }, { settings }) => {
  if (text.trim() === "") return [fault("title.required", "title is required", "title")];
  if (lengthOf(text) <= settings.max_title_length) return [];
  const message = `title may have at most ${settings.max_title_length} characters in this category`;
  return [fault("title.length.invalid", message, "title")];
};

const price: Rule = ({ price: amount, currencyId }, { settings }) => {
  if (amount === null)
    return settings.price === "required"
      ? [fault("price.required", "price is required in this category", "price")]
      : [];
  const lowest = settings.minimum_price ?? 0;
  const highest = Math.min(settings.maximum_price ?? highestPrice, highestPrice);
  if (!(amount > 0) || amount < lowest || amount > highest) {
    const least = lowest > 0 ? `at least ${lowest}` : "over 0";
    return [fault("price.invalid", `price must be ${least} and at most ${highest}`, "price")];
  }
  const places = currencyOf(currencyId)?.decimal_places ?? 2;
  if (Number(amount.toFixed(places)) === amount) return [];
  return [fault("price.invalid", `price may have at most ${places} decimals in ${currencyId}`, "price")];
};

const quantity: Rule = ({ availableQuantity }) =>
  availableQuantity >= 0 && availableQuantity <= highestQuantity
    ? []
    : [
        fault(
          "available_quantity.invalid",
          `available_quantity must be from 0 to ${highestQuantity}`,
          "available_quantity",
        ),
      ];

/** A rule for a field that must be one of the category's words. */
const oneOf =
  (
    field: string,
    textOf: (content: ItemContent) => string,
    allowed: (category: Category) => readonly string[],
  ): Rule =>
  (content, category) => {
    const words = allowed(category);
    if (words.includes(textOf(content))) return [];
    const name = field.replace(".", "_");
    return [fault(`${name}.invalid`, `${field} must be one of ${words.join(", ")} in this category`, field)];
  };

const pictures: Rule = ({ pictures: list }, { settings }) =>
  list.length <= settings.max_pictures_per_item
    ? []
    : [
        fault(
          "pictures.max",
          `at most ${settings.max_pictures_per_item} pictures are allowed in this category`,
          "pictures",
        ),
      ];

const description: Rule = ({ description: text }, { settings }) =>
  lengthOf(text) <= settings.max_description_length
    ? []
    : [
        fault(
          "description.length.invalid",
          `description may have at most ${settings.max_description_length} characters in this category`,
          "description.plain_text",
        ),
      ];

const rules: readonly Rule[] = [
  title,
  price,
  oneOf(
    "currency_id",
    ({ currencyId }) => currencyId,
    ({ settings }) => settings.currencies,
  ),
  quantity,
  oneOf(
    "buying_mode",
    ({ buyingMode }) => buyingMode,
    ({ settings }) => settings.buying_modes,
  ),
  oneOf(
    "listing_type_id",
    ({ listingTypeId }) => listingTypeId,
    () => listingTypes,
  ),
  oneOf(
    "condition",
    ({ condition }) => condition,
    ({ settings }) => settings.item_conditions,
  ),
  pictures,
  description,
  oneOf(
    "shipping.mode",
    ({ shippingMode }) => shippingMode,
    ({ settings }) => settings.shipping_modes,
  ),
];

/** Everything that is wrong with an item in its category, one cause per fault (decisions 7.3). */
export const faultsOf: (content: ItemContent, category: Category) => Cause[] = (content, category) =>
  rules.flatMap((rule) => rule(content, category));

/** What stands against listing in a category at all. */
export function categoryFault(
  categoryId: string,
  category: Category | undefined,
  siteId: string,
): Cause | undefined {
  const invalid = (message: string) => fault("category_id.invalid", message, "category_id");
  if (!category) return invalid(`category ${categoryId} does not exist`);
  if (category.siteId !== siteId)
    return invalid(`category ${categoryId} belongs to another site than ${siteId}`);
  if (category.isLeaf && category.settings.listing_allowed) return undefined;
  return fault(
    "category_id.not_a_leaf",
    `items cannot be listed in ${categoryId}: choose a category below it`,
    "category_id",
  );
}
