import { z } from "zod";
import { Price, Quantity } from "../items/amounts.schema.ts";
import { ignored } from "../items/ignored.schema.ts";
import {
  AttributeInput,
  ItemAttribute,
  maxName,
  SaleTerm,
  type StoredAttribute,
} from "../items/item-attributes.schema.ts";
import { isFile } from "../pictures/picture-links.rules.ts";

/** What a variation differs in; a custom one has a name and no id. */
export type StoredCombination = Omit<StoredAttribute, "id"> & { id: string | null };

/** A variation as its item stores it. Its price is the item's. */
export interface StoredVariation {
  /** 0 until it is stored. */
  id: number;
  combinations: StoredCombination[];
  attributes: StoredAttribute[];
  available: number;
  sold: number;
  picture_ids: string[];
  seller_custom_field: string | null;
  catalog_product_id: string | null;
}

export const maxVariations = 100;
export const maxVariationAttributes = 100;

const Combination = z
  .object({
    ...ItemAttribute.shape,
    id: z.string().nullable().describe("Attribute id; null for a custom one"),
  })
  .omit({ attribute_group_id: true, attribute_group_name: true, value_struct: true, values: true })
  .meta({ id: "AttributeCombination" });

export const VariationWire = z
  .object({
    id: z.int().describe("Variation id"),
    price: z.number().nullable().describe("Price; equal in all variations of an item"),
    attribute_combinations: z.array(Combination).describe("What it differs in from the others"),
    available_quantity: z.int().describe("Its stock; the item's is the sum"),
    sold_quantity: z.int().describe("Units sold of it"),
    sale_terms: z.array(SaleTerm).describe("Terms of sale of its own: always empty"),
    picture_ids: z.array(z.string()).describe("Pictures of the item that show it"),
    seller_custom_field: z.string().nullable().describe("The seller's own code"),
    catalog_product_id: z.string().nullable().describe("Product of the catalog"),
    inventory_id: z.null().describe("Inventory in a warehouse: none"),
    user_product_id: z.null().describe("Product of the seller: none"),
    attributes: z
      .array(ItemAttribute)
      .optional()
      .describe("Its own attributes, such as SELLER_SKU; in items with include_attributes=all only"),
  })
  .meta({ id: "Variation" });
export type VariationWire = z.output<typeof VariationWire>;

const wire = VariationWire.shape;
const fields = {
  price: Price.optional().describe("Price, equal in all variations; the item's when absent"),
  attribute_combinations: z
    .array(
      AttributeInput.extend({
        id: z.string().min(1).max(100).nullish().describe("Attribute id; absent in a custom one"),
        name: z.string().max(maxName).nullish().describe("Name of a custom one; else ignored"),
      }),
    )
    .min(1)
    .max(20)
    .describe("What it differs in: attributes with the tag allow_variations, and at most one custom one"),
  available_quantity: Quantity.optional().describe("Its stock; 1 when a new one has none"),
  picture_ids: z
    .array(
      z
        .string()
        .min(1)
        .max(2_000)
        // Items keep such a path of an uploaded picture, which they were given by its address.
        .refine((text) => !isFile(text), "must be the id of a picture of the item, or an address"),
    )
    .max(100)
    .optional()
    .describe("Ids of pictures of the item; an address adds that picture"),
  attributes: z
    .array(AttributeInput)
    .max(maxVariationAttributes)
    .optional()
    .describe("Its own attributes, such as SELLER_SKU"),
  seller_custom_field: z.string().max(255).nullish().describe("The seller's own code"),
  catalog_product_id: z.string().max(100).nullish().describe("Product of the catalog"),
  // Only the service writes these.
  sold_quantity: ignored(wire.sold_quantity),
  sale_terms: ignored(z.array(AttributeInput)),
  inventory_id: ignored(wire.inventory_id),
  user_product_id: ignored(wire.user_product_id),
};

/** An element of an item's variations: with an id it changes that one, without it adds one. */
export const VariationInput = z
  .strictObject({
    ...fields,
    id: z.int().positive().optional().describe("A variation that the item has"),
    attribute_combinations: fields.attribute_combinations.optional(),
  })
  .meta({ id: "VariationInput" });
export type VariationInput = z.output<typeof VariationInput>;

export const NewVariation = z.strictObject(fields).meta({ id: "NewVariation" });

export const VariationChange = z
  .strictObject({
    ...fields,
    id: ignored(wire.id),
    attribute_combinations: fields.attribute_combinations.optional(),
  })
  .meta({ id: "VariationChange" });
