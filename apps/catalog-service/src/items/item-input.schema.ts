import { z } from "zod";
import { maxVariations, VariationInput } from "../variations/variations.schema.ts";
import { Price, Quantity } from "./amounts.schema.ts";
import { flexTags, otherTags } from "./flex.service.ts";
import { ignored } from "./ignored.schema.ts";
import { AttributeInput } from "./item-attributes.schema.ts";
import { ItemWire, itemStatuses } from "./items.schema.ts";
import { storedFieldsInput, storedShippingInput } from "./stored-fields.schema.ts";

/** Existing clients send the text alone, too. */
const Description = z.union([
  z.strictObject({ plain_text: z.string() }),
  z.string().transform((plain_text) => ({ plain_text })),
]);

/** Whether an address has a user or a password in it: everybody who sees the item would read them. */
export function hasCredentials(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.username !== "" || url.password !== "");
}

export const Address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .max(2_000, "may have at most 2000 characters")
  .refine((address) => !hasCredentials(address), "must not have a user or a password in it");

const Deleted = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .transform((sent) => sent === true || sent === "true");

const ofPicture = (max: number) => z.string().max(max).nullish().describe("Ignored: the service knows it");

export const PictureInput = z.strictObject({
  id: z.string().min(1).max(100).optional().describe("A picture that the item has already"),
  source: Address.optional().describe("Address of a new picture"),
  url: Address.optional().describe("The same; of a picture that the item has its present address"),
  secure_url: ofPicture(2_000),
  size: ofPicture(40),
  max_size: ofPicture(40),
  quality: ofPicture(40),
});
/** A picture as it was sent; of an uploaded one the service adds its dimensions. */
export type PictureInput = z.output<typeof PictureInput> & { dimensions?: string };

export const maxAttributes = 500;
const maxShippingTags = 50;

const fields = {
  site_id: z.string().optional().describe("Site id; the category's"),
  title: z.string().describe("Title"),
  category_id: z.string().describe("Category; a leaf"),
  price: Price.optional().describe("Price, a number or a numeric string"),
  currency_id: z.string().optional().describe("Currency; the category's first when absent"),
  available_quantity: Quantity.optional().describe(
    "Stock, a number or a numeric string; 1 when absent; not beside variations",
  ),
  buying_mode: z.string().optional().describe("Way of buying; the category's first when absent"),
  listing_type_id: z
    .string()
    .optional()
    .describe("Listing type; gold_special, or silver for classifieds, when absent"),
  condition: z.string().optional().describe("Condition; the category's first when absent"),
  pictures: z.array(PictureInput).max(100).optional().describe("Pictures, each by its source"),
  attributes: z
    .array(AttributeInput)
    .max(maxAttributes)
    .optional()
    .describe("Attributes; ITEM_CONDITION is the condition, SELLER_SKU and GTIN belong to every category"),
  sale_terms: z.array(AttributeInput).max(50).optional().describe("Terms of sale, such as WARRANTY_TYPE"),
  variations: z
    .array(VariationInput)
    .max(maxVariations)
    .optional()
    .describe("Variations: with an id changes it, without adds one; those that are missing are removed"),
  seller_custom_field: z.string().max(255).nullish().describe("The seller's own code"),
  description: Description.optional().describe("Description, or its text alone"),
  video_id: z.string().max(100).nullish().describe("Video"),
  shipping: z
    .strictObject({
      mode: z.string().optional(),
      free_shipping: z.boolean().optional(),
      local_pick_up: z.boolean().optional(),
      logistic_type: z
        .string()
        .max(40)
        .optional()
        .describe("Logistic type of the mode in this category; its first when absent"),
      ...storedShippingInput,
      // Those of the service come on top, and are sent back.
      tags: z
        .array(z.string().max(100))
        .max(maxShippingTags + Object.keys(flexTags).length)
        .refine((tags) => otherTags(tags).length <= maxShippingTags, `may be at most ${maxShippingTags}`)
        .optional(),
    })
    .optional()
    .describe("How it ships; Flex tags are the service's own and are not taken from here"),
};

const wire = ItemWire.shape;
/** Fields that only the service writes: ignored, whatever they hold. */
const readOnlyFields = {
  id: ignored(wire.id),
  base_price: ignored(wire.base_price),
  original_price: ignored(wire.original_price),
  initial_quantity: ignored(wire.initial_quantity),
  sold_quantity: ignored(wire.sold_quantity),
  start_time: ignored(wire.start_time),
  stop_time: ignored(wire.stop_time),
  end_time: ignored(wire.end_time),
  expiration_time: ignored(wire.expiration_time),
  permalink: ignored(wire.permalink),
  thumbnail_id: ignored(wire.thumbnail_id),
  thumbnail: ignored(wire.thumbnail),
  secure_thumbnail: ignored(wire.secure_thumbnail),
  descriptions: ignored(wire.descriptions),
  non_mercado_pago_payment_methods: ignored(wire.non_mercado_pago_payment_methods),
  seller_address: ignored(wire.seller_address),
  seller_contact: ignored(wire.seller_contact),
  coverage_areas: ignored(wire.coverage_areas),
  sub_status: ignored(wire.sub_status),
  domain_id: ignored(wire.domain_id),
  inventory_id: ignored(wire.inventory_id),
  user_product_id: ignored(wire.user_product_id),
  parent_item_id: ignored(wire.parent_item_id),
  item_relations: ignored(wire.item_relations),
  deal_ids: ignored(wire.deal_ids),
  date_created: ignored(wire.date_created),
  last_updated: ignored(wire.last_updated),
  health: ignored(wire.health),
  seller_id: ignored(wire.seller_id),
};

const allFields = { ...fields, ...storedFieldsInput, ...readOnlyFields };

export const NewItemInput = z
  .strictObject({
    ...allFields,
    status: z.enum(["active", "paused"]).optional().describe("active when absent, or paused"),
  })
  .meta({ id: "NewItem" });
export type NewItemInput = z.output<typeof NewItemInput>;

/** What a listing that continues a closed one gives of its own. */
export const RelistInput = z
  .strictObject({
    listing_type_id: z.string().max(100).describe("Listing type"),
    price: Price.optional().describe("Price, a number or a numeric string; needed without variations"),
    quantity: Quantity.optional().describe("Stock; needed without variations"),
    variations: z
      .array(
        z
          .strictObject({
            id: z.int().describe("Variation of the closed item"),
            price: Price.describe("Price, the same in all"),
            quantity: Quantity.describe("Stock"),
          })
          .meta({ id: "RelistVariation" }),
      )
      .min(1)
      .max(maxVariations)
      .optional()
      .describe("Of an item with variations: those that go on, instead of price and quantity"),
  })
  .meta({ id: "RelistItem" });

/** A change; fields that it leaves out stay. */
export const ItemChange = z
  .strictObject({
    ...allFields,
    title: fields.title.optional(),
    category_id: fields.category_id.optional(),
    status: z.enum(itemStatuses).optional().describe("active, paused or closed; under_review for operators"),
    deleted: Deleted.optional().describe("true takes a closed item out of its seller's searches for good"),
  })
  .meta({ id: "ItemChange" });
export type ItemChange = z.output<typeof ItemChange>;
