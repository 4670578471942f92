import { utcTimestamp } from "@marketplace/conventions";
import type { Item, PictureRef } from "./item.ts";
import type { ItemWire } from "./items.schema.ts";

const pictureWire = ({ id, url }: PictureRef): ItemWire["pictures"][number] => ({
  id,
  url,
  secure_url: url.replace(/^http:/, "https:"),
  size: "",
  max_size: "",
  quality: "",
});

const slug = (title: string): string =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** Address of an item's page: the id with a dash, then the title, as its visitors know it. */
export const permalinkOf = ({ id, title }: Pick<Item, "id" | "title">, webUrl: string): string =>
  `${webUrl}/${id.slice(0, 3)}-${id.slice(3)}-${slug(title)}`;

/** How an item ships, as it is sent. */
export const shippingWire = (item: Item): ItemWire["shipping"] => ({
  mode: item.shippingMode,
  logistic_type: item.logisticType,
  local_pick_up: item.localPickUp,
  free_shipping: item.freeShipping,
  store_pick_up: false,
  dimensions: null,
  methods: [],
  tags: item.shippingTags,
});

/** An item as it is sent; what this marketplace has no notion of is there, empty, for clients that read it. */
export function itemWire(item: Item, webUrl: string): ItemWire {
  const [first] = item.pictures;
  return {
    id: item.id,
    site_id: item.siteId,
    title: item.title,
    seller_id: item.sellerId,
    category_id: item.categoryId,
    official_store_id: null,
    price: item.price,
    base_price: item.price,
    original_price: null,
    currency_id: item.currencyId,
    initial_quantity: item.initialQuantity,
    available_quantity: item.availableQuantity,
    sold_quantity: item.soldQuantity,
    sale_terms: [],
    buying_mode: item.buyingMode,
    listing_type_id: item.listingTypeId,
    start_time: utcTimestamp(item.dateCreated),
    stop_time: item.status === "closed" ? utcTimestamp(item.lastUpdated) : null,
    condition: item.condition,
    permalink: permalinkOf(item, webUrl),
    thumbnail_id: first?.id ?? null,
    thumbnail: first?.url ?? "",
    pictures: item.pictures.map(pictureWire),
    video_id: item.videoId,
    descriptions: item.description === "" ? [] : [{ id: `${item.id}-1` }],
    shipping: shippingWire(item),
    ...unknownHere(),
    attributes: item.attributes.map(({ id, name, value_id, value_name }) => ({
      id,
      name,
      value_id,
      value_name,
    })),
    variations: [],
    status: item.status,
    sub_status: [],
    tags: [],
    warranty: null,
    catalog_product_id: null,
    domain_id: item.domainId,
    parent_item_id: null,
    deal_ids: [],
    automatic_relist: false,
    date_created: utcTimestamp(item.dateCreated),
    last_updated: utcTimestamp(item.lastUpdated),
    catalog_listing: false,
    channels: ["marketplace"],
  };
}

const unknownHere = () => ({ seller_address: null, seller_contact: null, location: {}, coverage_areas: [] });
