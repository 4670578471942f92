import { firstIssueText } from "@marketplace/conventions";
import { z } from "zod";
import type { StoredAttribute } from "../items/item-attributes.schema.ts";
import { itemStatuses, type NewItem } from "../items/items.schema.ts";
import {
  changedFields,
  type StoredFields,
  storedFieldsInput,
  storedShippingInput,
} from "../items/stored-fields.schema.ts";

/** An item with the id that it had. */
export type NumberedItem = NewItem & { id: string; no: number };

const text = z.string();
const moment = z.iso.datetime({ offset: true });

const Attribute = z.looseObject({
  id: text.nullable(),
  name: text.default(""),
  value_id: text.nullish(),
  value_name: text.nullish(),
  value_struct: z.object({ number: z.number(), unit: text }).nullish(),
  values: z.array(z.looseObject({ id: text.nullish(), name: text.nullish() })).nullish(),
  attribute_group_id: text.nullish(),
  attribute_group_name: text.nullish(),
});

const Variation = z.looseObject({
  id: z.int().positive(),
  attribute_combinations: z.array(Attribute).default([]),
  attributes: z.array(Attribute).nullish(),
  available_quantity: z.int().min(0).default(0),
  sold_quantity: z.int().min(0).nullish(),
  picture_ids: z.array(text).default([]),
  seller_custom_field: text.nullish(),
  catalog_product_id: text.nullish(),
});

const RecordedItem = z.looseObject({
  id: text.regex(/^[A-Z]{3}\d{1,15}$/),
  seller_id: z.int().positive(),
  category_id: text.regex(/^[A-Z]{3}\d+$/),
  domain_id: text.nullish(),
  title: text.min(1),
  price: z.number().nullable(),
  currency_id: text,
  available_quantity: z.int().min(0).default(0),
  initial_quantity: z.int().min(0).optional(),
  sold_quantity: z.int().min(0).nullish(),
  buying_mode: text.default("buy_it_now"),
  listing_type_id: text.default("gold_special"),
  condition: text.nullish(),
  pictures: z
    .array(
      z.looseObject({ id: text, url: text.optional(), secure_url: text.optional(), size: text.optional() }),
    )
    .default([]),
  attributes: z.array(Attribute).default([]),
  sale_terms: z.array(Attribute).nullish(),
  variations: z.array(Variation).nullish(),
  seller_custom_field: text.nullish(),
  plain_text: text.nullish(),
  video_id: text.nullish(),
  shipping: z
    .looseObject({
      mode: text.default("not_specified"),
      logistic_type: text.nullish(),
      free_shipping: z.boolean().default(false),
      local_pick_up: z.boolean().default(false),
      tags: z.array(text).default([]),
    })
    .default({ mode: "not_specified", free_shipping: false, local_pick_up: false, tags: [] }),
  status: z.enum(itemStatuses),
  sub_status: z.array(text).default([]),
  start_time: moment.optional(),
  stop_time: moment.optional(),
  date_created: moment.optional(),
  last_updated: moment.optional(),
});
type RecordedItem = z.output<typeof RecordedItem>;

/** An item of a recording as a row, or why it cannot be one. */
export function recordedItem(wire: unknown): { item: NumberedItem } | { reason: string } {
  const parsed = RecordedItem.safeParse(wire);
  return parsed.success ? { item: rowOf(parsed.data) } : { reason: firstIssueText(parsed.error) };
}

function rowOf(item: RecordedItem): NumberedItem {
  const { shipping } = item;
  const siteId = item.id.slice(0, 3);
  const created = new Date(item.date_created ?? item.start_time ?? item.last_updated ?? 0);
  return {
    id: item.id,
    no: Number(item.id.slice(3)),
    siteId,
    sellerId: item.seller_id,
    categoryId: item.category_id,
    domainId: item.domain_id ?? null,
    title: item.title,
    price: item.price,
    currencyId: item.currency_id,
    initialQuantity: item.initial_quantity ?? item.available_quantity + (item.sold_quantity ?? 0),
    availableQuantity: item.available_quantity,
    soldQuantity: item.sold_quantity ?? 0,
    buyingMode: item.buying_mode,
    listingTypeId: item.listing_type_id,
    condition: item.condition ?? "not_specified",
    pictures: item.pictures.map(({ id, url, secure_url, size }) => ({
      id,
      url: url ?? secure_url ?? "",
      ...(size && { size }),
    })),
    attributes: item.attributes.map(stored).filter(hasId),
    variations: (item.variations ?? []).map(variationOf),
    saleTerms: (item.sale_terms ?? []).map(stored).filter(hasId),
    sellerCustomField: item.seller_custom_field ?? null,
    otherFields: otherFieldsOf(item),
    description: item.plain_text ?? "",
    videoId: item.video_id ?? null,
    shippingMode: shipping.mode,
    logisticType: shipping.logistic_type ?? (shipping.mode === "me2" ? "drop_off" : shipping.mode),
    freeShipping: shipping.free_shipping,
    localPickUp: shipping.local_pick_up,
    shippingTags: shipping.tags,
    status: item.status,
    subStatus: item.sub_status,
    dateCreated: created,
    lastUpdated: new Date(item.last_updated ?? created),
    closedAt: item.status === "closed" ? new Date(item.stop_time ?? item.last_updated ?? created) : null,
    parentItemId: null,
  };
}

type StoredAny = Omit<StoredAttribute, "id"> & { id: string | null };
const hasId = (attribute: StoredAny): attribute is StoredAttribute => attribute.id !== null;

function stored(attribute: z.output<typeof Attribute>): StoredAny {
  const { id, name, value_id = null, value_name = null, value_struct, values } = attribute;
  const several = values && values.length > 1 ? values : undefined;
  return {
    id,
    name,
    value_id,
    value_name,
    ...(value_struct && { value_struct }),
    ...(several && { values: several.map((value) => ({ id: value.id ?? null, name: value.name ?? null })) }),
    ...(attribute.attribute_group_id && { attribute_group_id: attribute.attribute_group_id }),
    ...(attribute.attribute_group_name && { attribute_group_name: attribute.attribute_group_name }),
  };
}

const variationOf = (variation: z.output<typeof Variation>): NumberedItem["variations"][number] => ({
  id: variation.id,
  combinations: variation.attribute_combinations.map(stored),
  attributes: (variation.attributes ?? []).map(stored).filter(hasId),
  available: variation.available_quantity,
  sold: variation.sold_quantity ?? 0,
  picture_ids: variation.picture_ids,
  seller_custom_field: variation.seller_custom_field ?? null,
  catalog_product_id: variation.catalog_product_id ?? null,
});

const other = { ...storedFieldsInput, ...storedShippingInput };

/** Fields that this marketplace keeps as they are; what does not fit it is left out one by one. */
function otherFieldsOf(item: RecordedItem): Partial<StoredFields> {
  const given: Record<string, unknown> = { ...item.shipping, ...item };
  const fits = Object.entries(other).flatMap(([name, schema]) => {
    const parsed = schema.safeParse(given[name]);
    return parsed.success && parsed.data !== undefined ? [[name, parsed.data] as const] : [];
  });
  // Each value fits the schema of its name.
  return changedFields({}, Object.fromEntries(fits) as Partial<StoredFields>);
}
