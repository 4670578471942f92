import type { Prisma } from "@marketplace/database/catalog";
import { z } from "zod";
import type { CategoryAttribute } from "./category-attributes.schema.ts";
import type { Logistics } from "./shipping-preferences.schema.ts";

const text = () => z.string();
const flag = () => z.boolean();
const texts = () => z.array(z.string());
const count = () => z.int().min(0);

/** The keys of the specification; further keys of real trees are kept. */
export const CategorySettings = z
  .looseObject({
    adult_content: flag().describe("Whether the content is for adults"),
    buying_allowed: flag().describe("Whether items can be bought online"),
    buying_modes: texts().describe("Ways of buying: buy_it_now, auction, classified"),
    catalog_domain: text().nullable().describe("Domain of the items"),
    coverage_areas: text().describe("Whether sellers name coverage areas"),
    currencies: texts().describe("Currencies items may be priced in"),
    fragile: flag().describe("Whether the goods break easily"),
    immediate_payment: text().describe("Whether payment is immediate"),
    item_conditions: texts().describe("Conditions items may have"),
    items_reviews_allowed: flag().describe("Whether items can be reviewed"),
    listing_allowed: flag().describe("Whether items can be listed here: leaves only"),
    max_description_length: count().describe("Characters of a description"),
    max_pictures_per_item: count().describe("Pictures of an item"),
    max_pictures_per_item_var: count().describe("Pictures of a variation"),
    max_sub_title_length: count().describe("Characters of a subtitle"),
    max_title_length: count().describe("Characters of a title"),
    maximum_price: z.number().nullable().describe("Highest price"),
    minimum_price: z.number().nullable().describe("Lowest price"),
    mirror_category: text().nullable().describe("Category this one mirrors"),
    mirror_master_category: text().nullable().describe("Master of the mirrored categories"),
    mirror_slave_categories: texts().describe("Categories that mirror this one"),
    price: text().describe("Whether a price is required"),
    reservation_allowed: text().describe("Whether items can be reserved"),
    restrictions: z.array(z.unknown()).describe("Restrictions on listing"),
    rounded_address: flag().describe("Whether addresses are shown rounded"),
    seller_contact: text().describe("Whether sellers give contact data"),
    shipping_modes: texts().describe("Shipping modes: me2, me1, custom, not_specified"),
    shipping_options: texts().describe("Who ships"),
    shipping_profile: text().describe("Whether a shipping profile is used"),
    show_contact_information: flag().describe("Whether contact data is shown"),
    simple_shipping: text().describe("Whether simple shipping is offered"),
    stock: text().describe("Whether stock is required"),
    sub_vertical: text().nullable().describe("Part of the vertical"),
    subscribable: flag().describe("Whether items can be subscribed to"),
    tags: z.array(z.unknown()).describe("Tags"),
    vertical: text().nullable().describe("Line of business, such as motors"),
    vip_subdomain: text().describe("Subdomain of item pages"),
    buyer_protection_programs: texts().describe("Protection programmes: delivered, undelivered"),
    status: text().describe("enabled or disabled"),
  })
  .meta({ id: "CategorySettings" });

export type Settings = z.output<typeof CategorySettings>;

/** Id and name of a category. */
export const CategoryName = z
  .object({ id: text().describe("Category id"), name: text().describe("Name in the site's language") })
  .meta({ id: "CategoryName" });
export type CategoryName = z.output<typeof CategoryName>;

/** Columns whose type is narrower than in Prisma's model. */
interface NarrowedColumns {
  pathFromRoot: CategoryName[];
  settings: Settings;
  attributes: CategoryAttribute[];
  logistics: Logistics[];
}

/** A category to store. Prisma's model declares its fields. */
export type CategoryNode = Omit<Prisma.CategoryGetPayload<object>, "retired" | keyof NarrowedColumns> &
  NarrowedColumns & { retired?: boolean };

/** A stored category. */
export type PresentCategory = CategoryNode & { retired: boolean };

/** A category without its attributes, which are long and seldom needed. */
export type Category = Omit<CategoryNode, "attributes" | "position">;

export const CategoryWire = z
  .object({
    id: text().describe("Category id"),
    name: text().describe("Name in the site's language"),
    picture: text().nullable().describe("Address of a picture"),
    permalink: text().nullable().describe("Address of the category's page"),
    total_items_in_this_category: count().describe(
      "Active items here and in all descendants, at most a minute old; in a dump, of when it was made",
    ),
    path_from_root: z.array(CategoryName).describe("Ancestors down to this category"),
    children_categories: z
      .array(CategoryName.extend({ total_items_in_this_category: count() }))
      .describe("Categories directly below"),
    attribute_types: text().describe("none, or attributes"),
    settings: CategorySettings.describe("What items here may and must be"),
    meta_categ_id: text().nullable().describe("Meta category"),
    attributable: flag().describe("Whether items have attributes"),
    date_created: text().describe("Timestamp of creation"),
  })
  .meta({ id: "Category" });
export type CategoryWire = z.output<typeof CategoryWire>;
