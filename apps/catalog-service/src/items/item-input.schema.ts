import { z } from "zod";
import { AttributeInput } from "./item-attributes.schema.ts";
import { ItemWire, itemStatuses } from "./items.schema.ts";
import { storedFieldsInput, storedShippingInput } from "./stored-fields.schema.ts";

/** A number or a numeric string (decisions 7.3). */
const Price = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,17}(\.\d{1,10})?$/, "must be a number")
        .transform(Number),
    ],
    { error: "must be a number or a numeric string" },
  )
  .nullable();

/** Existing clients send the stock as text too. */
const Quantity = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/, "must be an integer")
      .transform(Number),
  ],
  { error: "must be an integer or its digits as a string" },
);

/** Existing clients send the text alone, too. */
const Description = z.union([
  z.strictObject({ plain_text: z.string() }),
  z.string().transform((plain_text) => ({ plain_text })),
]);

const Address = z
  .url({ protocol: /^https?$/, error: "must be an http or https address" })
  .max(2_000, "may have at most 2000 characters");

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
export type PictureInput = z.output<typeof PictureInput>;

const fields = {
  site_id: z.string().optional().describe("Site id; the category's"),
  title: z.string().describe("Title"),
  category_id: z.string().describe("Category; a leaf"),
  price: Price.optional().describe("Price, a number or a numeric string"),
  currency_id: z.string().optional().describe("Currency; the category's first when absent"),
  available_quantity: Quantity.optional().describe("Stock, a number or a numeric string; 1 when absent"),
  buying_mode: z.string().optional().describe("Way of buying; the category's first when absent"),
  listing_type_id: z
    .string()
    .optional()
    .describe("Listing type; gold_special, or silver for classifieds, when absent"),
  condition: z.string().optional().describe("Condition; the category's first when absent"),
  pictures: z.array(PictureInput).max(100).optional().describe("Pictures, each by its source"),
  attributes: z
    .array(AttributeInput)
    .max(500)
    .optional()
    .describe("Attributes; ITEM_CONDITION is the condition, SELLER_SKU and GTIN belong to every category"),
  sale_terms: z.array(AttributeInput).max(50).optional().describe("Terms of sale, such as WARRANTY_TYPE"),
  variations: z
    .array(z.never({ error: "is not taken yet: only an empty list is" }))
    .optional()
    .describe("Variations: an empty list"),
  seller_custom_field: z.string().max(255).nullish().describe("The seller's own code"),
  description: Description.optional().describe("Description, or its text alone"),
  video_id: z.string().max(100).nullish().describe("Video"),
  shipping: z
    .strictObject({
      mode: z.string().optional(),
      free_shipping: z.boolean().optional(),
      local_pick_up: z.boolean().optional(),
      logistic_type: z.string().max(40).optional().describe("Follows from the category: the present one"),
      ...storedShippingInput,
      tags: z.array(z.string().max(100)).max(50).optional(),
    })
    .optional()
    .describe("How it ships; Flex tags are the service's own and are not taken from here"),
};

const { id, seller_id, base_price, original_price, start_time, permalink, thumbnail_id, thumbnail } =
  ItemWire.shape;
const { secure_thumbnail, descriptions, seller_address, seller_contact, coverage_areas } = ItemWire.shape;
const { domain_id, sub_status, parent_item_id, deal_ids, date_created } = ItemWire.shape;

/** Fields that only the service writes. They may be sent back as they were read. */
export const fixedFields = z
  .object({ id, seller_id, base_price, original_price, start_time, permalink, thumbnail_id, thumbnail })
  .extend({ secure_thumbnail, descriptions, seller_address, seller_contact, coverage_areas })
  .extend({ domain_id, sub_status, parent_item_id, deal_ids, date_created })
  .partial().shape;

const { initial_quantity, sold_quantity, last_updated, stop_time } = ItemWire.shape;

/** Fields that change by themselves between a read and a write: ignored, whatever they hold. */
const movingFields = z.object({ initial_quantity, sold_quantity, last_updated, stop_time }).partial().shape;

const allFields = { ...fields, ...storedFieldsInput, ...fixedFields, ...movingFields };

export const NewItemInput = z
  .strictObject({
    ...allFields,
    status: z.enum(["active", "paused"]).optional().describe("active when absent, or paused"),
  })
  .meta({ id: "NewItem" });
export type NewItemInput = z.output<typeof NewItemInput>;

/** A change; fields that it leaves out stay. */
export const ItemChange = z
  .strictObject({
    ...allFields,
    title: fields.title.optional(),
    category_id: fields.category_id.optional(),
    status: z.enum(itemStatuses).optional().describe("active, paused or closed; under_review for operators"),
  })
  .meta({ id: "ItemChange" });
export type ItemChange = z.output<typeof ItemChange>;
