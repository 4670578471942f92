import { ErrorBody } from "@marketplace/conventions";
import type { Prisma } from "@marketplace/database/catalog";
import { z } from "zod";
import { type StoredVariation, VariationWire } from "../variations/variations.schema.ts";
import { ignored } from "./ignored.schema.ts";
import { ItemAttribute, SaleTerm, type StoredAttribute } from "./item-attributes.schema.ts";
import { type StoredFields, storedFields, storedShipping } from "./stored-fields.schema.ts";

const text = () => z.string();
const texts = () => z.array(z.string());

export const itemStatuses = ["active", "paused", "closed", "under_review"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

export const Picture = z
  .object({
    id: text().describe("Picture id"),
    url: text().describe("Address"),
    secure_url: text().describe("Address over https; of an uploaded picture the same as url"),
    size: text().describe("Width x height of an uploaded picture; empty for one that stays elsewhere"),
    max_size: text().describe("The same"),
    quality: text().describe("Always empty"),
  })
  .meta({ id: "Picture" });

export interface PictureRef {
  id: string;
  /** Where it is; a path of ours for an uploaded file. */
  url: string;
  /** Width x height of an uploaded one. */
  size?: string;
}

export type ItemRow = Prisma.ItemGetPayload<object>;

/** Columns whose type is narrower than in Prisma's model. */
interface NarrowedColumns {
  sellerId: number;
  price: number | null;
  pictures: PictureRef[];
  attributes: StoredAttribute[];
  saleTerms: StoredAttribute[];
  variations: StoredVariation[];
  otherFields: Partial<StoredFields>;
  status: ItemStatus;
}

/** A stored item. Prisma's model declares its fields; `no` is the number in `id`. */
export type Item = Omit<ItemRow, "no" | keyof NarrowedColumns> & NarrowedColumns;

/** An item before it has an id. */
export type NewItem = Omit<Item, "id" | "version">;

/** The part of an item that its seller describes and that the rules of the category check. */
export type ItemContent = Omit<
  NewItem,
  | "sellerId"
  | "domainId"
  | "initialQuantity"
  | "soldQuantity"
  | "status"
  | "subStatus"
  | "closedAt"
  | "parentItemId"
  | "dateCreated"
  | "lastUpdated"
>;

export const ItemShipping = z
  .object({
    mode: text().describe("Shipping mode, such as me2"),
    logistic_type: text().describe("Logistic type, such as drop_off"),
    local_pick_up: z.boolean().describe("Whether buyers may fetch it"),
    free_shipping: z.boolean().describe("Whether the seller pays"),
    ...storedShipping,
    tags: texts().describe(
      "self_service_available, _in, _out: Flex may be, is, is not switched on; mandatory_free_shipping",
    ),
  })
  .meta({ id: "ItemShipping" });

export const ItemWire = z
  .object({
    id: text().describe("Item id"),
    site_id: text().describe("Site id"),
    title: text().describe("Title"),
    subtitle: storedFields.subtitle,
    seller_id: z.int().describe("Seller"),
    category_id: text().describe("Category"),
    official_store_id: storedFields.official_store_id,
    price: z.number().nullable().describe("Price"),
    base_price: z.number().nullable().describe("Price without discounts"),
    original_price: z.null().describe("Price before a discount"),
    currency_id: text().describe("Currency of the price"),
    initial_quantity: z.int().describe("Stock that was offered at first"),
    available_quantity: z.int().describe("Stock"),
    sold_quantity: z.int().describe("Units sold"),
    sale_terms: z.array(SaleTerm).describe("Terms of sale, such as the warranty"),
    buying_mode: text().describe("buy_it_now, auction or classified"),
    listing_type_id: text().describe("Listing type"),
    start_time: text().describe("When the listing began"),
    stop_time: text().describe(
      "When it ends: 20 years after it began, 60 days for listing type free; of a closed one when it was closed",
    ),
    end_time: text().describe("The same"),
    expiration_time: text().describe("When it ends or would have ended by itself"),
    condition: text().describe("new, used, refurbished or not_specified"),
    permalink: text().describe("Address of the item's page"),
    thumbnail_id: text().nullable().describe("Picture of the thumbnail"),
    thumbnail: text().describe("Address of the thumbnail; empty without pictures"),
    secure_thumbnail: text().describe("The same over https; of an uploaded picture as it is"),
    pictures: z.array(Picture).describe("Pictures"),
    video_id: text().nullable().describe("Video"),
    descriptions: z
      .array(z.object({ id: text() }))
      .describe("Descriptions; read them at /items/{id}/description"),
    accepts_mercadopago: storedFields.accepts_mercadopago,
    non_mercado_pago_payment_methods: texts().describe("Other ways of paying: always empty"),
    shipping: ItemShipping.describe("How it ships"),
    seller_address: z.null().describe("Address of the seller: never shown here"),
    seller_contact: z.null().describe("Contact of the seller: never shown here"),
    location: storedFields.location,
    coverage_areas: texts().describe("Areas in which a service is offered: always empty"),
    attributes: z.array(ItemAttribute).describe("Attributes"),
    variations: z.array(VariationWire).describe("Variations, such as its colors: each with its own stock"),
    status: z.enum(itemStatuses).describe("active, paused, closed or under_review"),
    sub_status: texts().describe(
      "Why it is paused, out_of_stock or paused_by_seller; of a closed one expired, or deleted by its seller",
    ),
    tags: storedFields.tags,
    warranty: storedFields.warranty,
    catalog_product_id: storedFields.catalog_product_id,
    domain_id: text().nullable().describe("Domain"),
    family_name: storedFields.family_name,
    seller_custom_field: text()
      .nullable()
      .describe("The seller's own code; GET /users/{id}/items/search?sku= finds it"),
    inventory_id: z.null().describe("Stock in the marketplace's warehouse: always null"),
    user_product_id: z.null().describe("Product of the seller: always null"),
    parent_item_id: text().nullable().describe("Item it was relisted from"),
    item_relations: z.array(z.object({ id: text() })).describe("Related items: always empty"),
    deal_ids: texts().describe("Campaigns: always empty"),
    automatic_relist: storedFields.automatic_relist,
    date_created: text().describe("Timestamp of creation"),
    last_updated: text().describe("Timestamp of the last change"),
    catalog_listing: storedFields.catalog_listing,
    channels: storedFields.channels,
    health: z.number().nullable().describe("Quality of the listing: always null"),
  })
  .meta({ id: "Item" });
export type ItemWire = z.output<typeof ItemWire>;

/** An element of the multiget: the item, or the error body of an unknown one. */
export const ItemResult = z
  .object({
    code: z.int().describe("200, or 404 for an unknown item"),
    body: z.union([ItemWire, ErrorBody]),
  })
  .meta({ id: "ItemResult" });

/** The id that an item's description has in `descriptions`. */
export const descriptionIdOf = (itemId: string): string => `${itemId}-1`;

export const DescriptionWire = z
  .object({
    text: text().describe("HTML description: always empty"),
    plain_text: text().describe("Description"),
    last_updated: text().describe("Timestamp of the last change"),
    date_created: text().describe("Timestamp of creation"),
    snapshot: z.strictObject({}).describe("Rendered description: not kept"),
  })
  .meta({ id: "ItemDescription" });

const description = DescriptionWire.shape;
export const DescriptionInput = z
  .strictObject({
    plain_text: z.string().describe("Description without markup and emoji"),
    text: z.literal("", "must be empty: descriptions have no HTML").optional().describe("Empty: no HTML"),
    // Only the service writes these; a body that was read can be sent back.
    last_updated: ignored(description.last_updated),
    date_created: ignored(description.date_created),
    snapshot: ignored(description.snapshot),
  })
  .meta({ id: "NewItemDescription" });
