import { z } from "zod";
import { itemStatuses } from "./items.schema.ts";

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

export const AttributeInput = z.strictObject({
  id: z.string().min(1).max(100).describe("Attribute id"),
  name: z.string().optional().describe("Ignored: the category names its attributes"),
  value_id: z.string().nullish().describe("Id of a known value"),
  value_name: z.string().nullish().describe("Value as it is shown; of a known value its name is enough"),
});
export type AttributeInput = z.output<typeof AttributeInput>;

export const PictureInput = z.strictObject({
  id: z.string().min(1).max(100).optional().describe("A picture that the item has already"),
  source: z
    .url({ protocol: /^https?$/, error: "must be an http or https address" })
    .max(2_000, "may have at most 2000 characters")
    .optional()
    .describe("Address of a new picture"),
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
  attributes: z.array(AttributeInput).max(500).optional().describe("Attributes"),
  description: Description.optional().describe("Description, or its text alone"),
  video_id: z.string().max(100).nullish().describe("Video"),
  shipping: z
    .strictObject({
      mode: z.string().optional(),
      free_shipping: z.boolean().optional(),
      local_pick_up: z.boolean().optional(),
      tags: z.array(z.string().max(100)).max(50).optional(),
    })
    .optional()
    .describe("How it ships; Flex tags are the service's own and are not taken from here"),
};

export const NewItemInput = z.strictObject(fields).meta({ id: "NewItem" });

/** A change; fields that it leaves out stay. */
export const ItemChange = z
  .strictObject({
    ...fields,
    title: fields.title.optional(),
    category_id: fields.category_id.optional(),
    status: z.enum(itemStatuses).optional().describe("active, paused or closed; under_review for operators"),
  })
  .meta({ id: "ItemChange" });
export type ItemChange = z.output<typeof ItemChange>;
