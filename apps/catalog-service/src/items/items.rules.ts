import { type Cause, isBlank } from "@marketplace/conventions";
import type { Category } from "../categories/categories.schema.ts";
import { currencyOf } from "../currencies/currencies.service.ts";
import { listingTypeIds, requiresPicture } from "../listing-types/listing-types.rules.ts";
import { maxQuantity } from "./amounts.schema.ts";
import { plainTextIssues } from "./descriptions.rules.ts";
import { issue, priceTooLow } from "./issues.rules.ts";
import type { ItemChange } from "./item-input.schema.ts";
import type { ItemContent } from "./items.schema.ts";

type Rule = (content: ItemContent, category: Category) => Cause[];

type Limits = Pick<
  Category["settings"],
  | "max_title_length"
  | "price"
  | "minimum_price"
  | "maximum_price"
  | "max_pictures_per_item"
  | "max_description_length"
>;
/** A rule that also works without a category. */
type PlainRule = (
  content: Pick<ItemContent, "title" | "price" | "currencyId" | "availableQuantity" | "description"> & {
    pictures: readonly unknown[];
  },
  category: { settings: Limits },
) => Cause[];

const highestPrice = 9_999_999_999_999;
const lengthOf = (text: string): number => [...text].length;

const title: PlainRule = ({ title: text }, { settings }) => {
  if (isBlank(text)) return [issue("title.required", "title is required", "title")];
  if (lengthOf(text) <= settings.max_title_length) return [];
  const message = `title may have at most ${settings.max_title_length} characters in this category`;
  return [issue("title.length.invalid", message, "title")];
};

const price: PlainRule = ({ price: amount, currencyId }, { settings }) => {
  if (amount === null)
    return settings.price === "required"
      ? [issue("price.required", "price is required in this category", "price")]
      : [];
  const lowest = settings.minimum_price ?? 0;
  const highest = Math.min(settings.maximum_price ?? highestPrice, highestPrice);
  if (!(amount > 0) || amount < lowest || amount > highest) {
    const least = lowest > 0 ? `at least ${lowest}` : "over 0";
    const cause = issue("price.invalid", `price must be ${least} and at most ${highest}`, "price");
    return [amount < lowest ? { ...cause, cause_id: priceTooLow } : cause];
  }
  const places = currencyOf(currencyId)?.decimal_places;
  if (places === undefined || Number(amount.toFixed(places)) === amount) return [];
  return [issue("price.invalid", `price may have at most ${places} decimals in ${currencyId}`, "price")];
};

const quantity: PlainRule = ({ availableQuantity }) =>
  availableQuantity >= 0 && availableQuantity <= maxQuantity
    ? []
    : [
        issue(
          "available_quantity.invalid",
          `available_quantity must be from 0 to ${maxQuantity}`,
          "available_quantity",
        ),
      ];

/** A rule for a field that must have one of the category's values. */
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
    return [issue(`${name}.invalid`, `${field} must be one of ${words.join(", ")} in this category`, field)];
  };

const pictures: PlainRule = ({ pictures: list }, { settings }) =>
  list.length <= settings.max_pictures_per_item
    ? []
    : [
        issue(
          "pictures.max",
          `at most ${settings.max_pictures_per_item} pictures are allowed in this category`,
          "pictures",
        ),
      ];

const picturesOfType: Rule = ({ pictures: list, listingTypeId }) =>
  list.length > 0 || !requiresPicture(listingTypeId)
    ? []
    : [
        {
          ...issue(
            "listing_type_id.requiresPictures",
            `listing type ${listingTypeId} requires pictures`,
            "pictures",
          ),
          references: ["body.pictures", "body.listing_type_id"],
        },
      ];

const description: PlainRule = ({ description: text }, { settings }) => {
  const longest = settings.max_description_length;
  const message = `description may have at most ${longest} characters in this category`;
  return [
    ...(lengthOf(text) <= longest
      ? []
      : [issue("description.length.invalid", message, "description.plain_text")]),
    ...plainTextIssues(text),
  ];
};

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
    () => listingTypeIds,
  ),
  oneOf(
    "condition",
    ({ condition }) => condition,
    ({ settings }) => settings.item_conditions,
  ),
  pictures,
  picturesOfType,
  description,
  oneOf(
    "shipping.mode",
    ({ shippingMode }) => shippingMode,
    ({ settings }) => settings.shipping_modes,
  ),
];

/** All issues of an item in its category (decisions 7.3). */
export const issuesOf: (content: ItemContent, category: Category) => Cause[] = (content, category) =>
  rules.flatMap((rule) => rule(content, category));

const noLimits: Limits = {
  max_title_length: Infinity,
  max_description_length: Infinity,
  max_pictures_per_item: Infinity,
  price: "optional",
  minimum_price: null,
  maximum_price: null,
};

/** Issues of the given fields when their category is missing or cannot be listed in. */
export function issuesWithoutCategory(given: ItemChange, category: Category | undefined): Cause[] {
  const { title: text, price: amount, available_quantity, pictures: list, description: words } = given;
  const content = {
    title: text ?? "-",
    price: amount ?? null,
    currencyId: given.currency_id ?? "",
    availableQuantity: available_quantity ?? 1,
    pictures: list ?? [],
    description: words?.plain_text ?? "",
  };
  // Only a category that can be listed in makes the price required.
  const limits: Limits = {
    ...(category?.settings ?? noLimits),
    ...(amount === undefined && { price: "optional" }),
  };
  const plain = [title, price, quantity, pictures, description];
  return plain.flatMap((rule) => rule(content, { settings: limits }));
}

/** The category unless it belongs to another site, whose limits are in another currency. */
export const ofSite = (category: Category | undefined, siteId: string): Category | undefined =>
  category?.siteId === siteId ? category : undefined;

/** Whether to look the id up at all. */
export const isCategoryId = (text: string): boolean => /^[A-Z]{3}\d+$/.test(text);

/** The issue that keeps all items out of a category. */
export function categoryIssue(
  categoryId: string,
  category: Category | undefined,
  siteId: string,
): Cause | undefined {
  const invalid = (message: string) => issue("category_id.invalid", message, "category_id");
  if (isBlank(categoryId)) return invalid("category_id is required");
  if (!category) return invalid(`category ${categoryId} does not exist`);
  if (category.siteId !== siteId)
    return invalid(`category ${categoryId} belongs to another site than ${siteId}`);
  if (category.isLeaf && category.settings.listing_allowed) return undefined;
  return issue(
    "category_id.not_a_leaf",
    `items cannot be listed in ${categoryId}: choose a category below it`,
    "category_id",
  );
}
