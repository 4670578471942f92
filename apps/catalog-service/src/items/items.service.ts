import { utcTimestamp } from "@marketplace/conventions";
import { type Links, pictureUrl, secureUrl } from "../pictures/picture-links.rules.ts";
import { problems } from "../problems.ts";
import { variationWire } from "../variations/variations-wire.rules.ts";
import { attributesWire, saleTermWire } from "./attributes-wire.service.ts";
import type { ItemsRepo } from "./items.repo.ts";
import { descriptionIdOf, type Item, type ItemWire, type PictureRef } from "./items.schema.ts";
import { listingEnd } from "./listing-end.rules.ts";
import { warrantyOf } from "./sale-terms.rules.ts";
import { type StoredFields, storedFieldsOf } from "./stored-fields.schema.ts";

export function pictureWire({ id, url, size = "" }: PictureRef, links: Links): ItemWire["pictures"][number] {
  const address = pictureUrl(url, links);
  return { id, url: address, secure_url: secureUrl(address, links), size, max_size: size, quality: "" };
}

const slug = (title: string): string =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The address of an item's page: the id with a dash, then the title. */
const permalinkOf = ({ id, title }: Pick<Item, "id" | "title">, links: Links): string =>
  `${links.webUrl}/${id.slice(0, 3)}-${id.slice(3)}-${slug(title)}`;

const shippingWire = (item: Item, fields: StoredFields): ItemWire["shipping"] => ({
  mode: item.shippingMode,
  logistic_type: item.logisticType,
  local_pick_up: item.localPickUp,
  free_shipping: item.freeShipping,
  store_pick_up: fields.store_pick_up,
  dimensions: fields.dimensions,
  methods: fields.methods,
  free_methods: fields.free_methods,
  costs: fields.costs,
  tags: item.shippingTags,
});

type VariationWriter = typeof variationWire;

/** The representation of an item. Fields without a meaning here are present and empty. */
export function itemWire(item: Item, links: Links, wireOf: VariationWriter = variationWire): ItemWire {
  const [first] = item.pictures;
  const thumbnail = first ? pictureUrl(first.url, links, "I") : "";
  const expiration = listingEnd(item.dateCreated, item.listingTypeId);
  const stopTime = utcTimestamp(item.closedAt ?? expiration);
  const fields = storedFieldsOf(item.otherFields);
  return {
    id: item.id,
    site_id: item.siteId,
    title: item.title,
    subtitle: fields.subtitle,
    seller_id: item.sellerId,
    category_id: item.categoryId,
    official_store_id: fields.official_store_id,
    price: item.price,
    base_price: item.price,
    original_price: null,
    currency_id: item.currencyId,
    initial_quantity: item.initialQuantity,
    available_quantity: item.availableQuantity,
    sold_quantity: item.soldQuantity,
    sale_terms: item.saleTerms.map(saleTermWire),
    buying_mode: item.buyingMode,
    listing_type_id: item.listingTypeId,
    start_time: utcTimestamp(item.dateCreated),
    stop_time: stopTime,
    end_time: stopTime,
    expiration_time: utcTimestamp(expiration),
    condition: item.condition,
    permalink: permalinkOf(item, links),
    thumbnail_id: first?.id ?? null,
    thumbnail,
    secure_thumbnail: secureUrl(thumbnail, links),
    pictures: item.pictures.map((picture) => pictureWire(picture, links)),
    video_id: item.videoId,
    descriptions: item.description === "" ? [] : [{ id: descriptionIdOf(item.id) }],
    accepts_mercadopago: fields.accepts_mercadopago,
    non_mercado_pago_payment_methods: [],
    shipping: shippingWire(item, fields),
    seller_address: null,
    seller_contact: null,
    location: fields.location,
    coverage_areas: [],
    attributes: attributesWire(item.attributes, item.siteId),
    variations: item.variations.map((variation) => wireOf(variation, item)),
    status: item.status,
    sub_status: item.subStatus,
    tags: fields.tags,
    warranty: fields.warranty ?? warrantyOf(item.saleTerms),
    catalog_product_id: fields.catalog_product_id,
    domain_id: item.domainId,
    family_name: fields.family_name,
    seller_custom_field: item.sellerCustomField,
    inventory_id: null,
    user_product_id: null,
    parent_item_id: item.parentItemId,
    item_relations: [],
    deal_ids: [],
    automatic_relist: fields.automatic_relist,
    date_created: utcTimestamp(item.dateCreated),
    last_updated: utcTimestamp(item.lastUpdated),
    catalog_listing: fields.catalog_listing,
    channels: fields.channels,
    health: null,
  };
}

interface ReadDeps {
  items: Pick<ItemsRepo, "list">;
  links: Links;
}

/** Reads items in the order of the ids; an unknown or malformed id gives a 404 in its place. */
export async function readItems(
  ids: readonly string[],
  { items, links }: ReadDeps,
  wireOf: VariationWriter = variationWire,
) {
  const found = new Map((await items.list(ids)).map((item) => [item.id, item]));
  return ids.map((id) => {
    const item = found.get(id);
    if (item) return { code: 200, body: itemWire(item, links, wireOf) };
    const problem = problems.item_not_found({ id });
    return { code: problem.status, body: problem.body() };
  });
}
