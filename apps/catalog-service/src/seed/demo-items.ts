import type { DemoItem, DemoSiteId } from "../demo/demo-types.ts";
import { generateItems } from "../demo/items.ts";
import { flexTags, withFlex } from "../items/flex.service.ts";
import type { NewItem } from "../items/items.schema.ts";

const dayMs = 86_400_000;

interface DemoUsers {
  sellers: readonly number[];
  now: Date;
}

/** The generated items of a demo site, dated back from `now`; Flex is available but off. */
export function demoItems(site: DemoSiteId, { sellers, now }: DemoUsers): NewItem[] {
  return generateItems(site, { sellers }).map((item) => newItem(item, now));
}

/** Converts a demo item to a row. */
export function newItem(item: DemoItem, now: Date): NewItem {
  const created = new Date(now.getTime() - Math.round(item.created_days_ago * dayMs));
  const { mode, free_shipping, logistic_type, tags } = item.shipping;
  return {
    siteId: item.site_id,
    sellerId: item.seller_id,
    categoryId: item.category_id,
    domainId: item.domain_id === "" ? null : item.domain_id,
    title: item.title,
    price: item.price,
    currencyId: item.currency_id,
    initialQuantity: item.available_quantity,
    availableQuantity: item.available_quantity,
    soldQuantity: 0,
    buyingMode: item.buying_mode,
    listingTypeId: item.listing_type_id,
    condition: item.condition,
    pictures: item.pictures.map(({ id, url }) => ({ id, url })),
    attributes: item.attributes.map((attribute) => ({ ...attribute })),
    description: item.description.plain_text,
    videoId: item.video_id,
    shippingMode: mode,
    logisticType: logistic_type,
    freeShipping: free_shipping,
    localPickUp: false,
    shippingTags: tags.includes(flexTags.available) ? withFlex(tags, false) : [...tags],
    status: item.status,
    dateCreated: created,
    lastUpdated: created,
  };
}
