import { utcTimestamp } from "@marketplace/conventions";
import { problems } from "../problems.ts";
import type { ItemsRepo } from "./items.repo.ts";
import type { Item, ItemAttribute, ItemWire, PictureRef } from "./items.schema.ts";

const pictureWire = ({ id, url }: PictureRef): ItemWire["pictures"][number] => ({
  id,
  url,
  secure_url: url.replace(/^http:/, "https:"),
  size: "",
  max_size: "",
  quality: "",
});

// jsonb does not keep the order of keys.
const attributeWire = ({ id, name, value_id, value_name }: ItemAttribute): ItemAttribute => ({
  id,
  name,
  value_id,
  value_name,
});

const slug = (title: string): string =>
  title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The address of an item's page: the id with a dash, then the title. */
const permalinkOf = ({ id, title }: Pick<Item, "id" | "title">, webUrl: string): string =>
  `${webUrl}/${id.slice(0, 3)}-${id.slice(3)}-${slug(title)}`;

const shippingWire = (item: Item): ItemWire["shipping"] => ({
  mode: item.shippingMode,
  logistic_type: item.logisticType,
  local_pick_up: item.localPickUp,
  free_shipping: item.freeShipping,
  store_pick_up: false,
  dimensions: null,
  methods: [],
  tags: item.shippingTags,
});

/** The representation of an item. Fields without a meaning here are present and empty. */
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
    seller_address: null,
    seller_contact: null,
    location: {},
    coverage_areas: [],
    attributes: item.attributes.map(attributeWire),
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

interface ReadDeps {
  items: ItemsRepo;
  webUrl: string;
}

/** Reads items in the order of the ids; an unknown or malformed id gives a 404 in its place. */
export async function readItems(ids: readonly string[], { items, webUrl }: ReadDeps) {
  const found = new Map((await items.list(ids)).map((item) => [item.id, item]));
  return ids.map((id) => {
    const item = found.get(id);
    if (item) return { code: 200, body: itemWire(item, webUrl) };
    const problem = problems.item_not_found({ id });
    return { code: problem.status, body: problem.body() };
  });
}
