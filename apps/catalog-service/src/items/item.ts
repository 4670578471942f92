import type { ItemAttribute, ItemStatus } from "./items.schema.ts";

export interface PictureRef {
  id: string;
  url: string;
}

/** What a seller says of an item: everything that a listing is checked for. */
export interface ItemContent {
  siteId: string;
  categoryId: string;
  title: string;
  price: number | null;
  currencyId: string;
  availableQuantity: number;
  buyingMode: string;
  listingTypeId: string;
  condition: string;
  pictures: PictureRef[];
  attributes: ItemAttribute[];
  description: string;
  videoId: string | null;
  shippingMode: string;
  freeShipping: boolean;
  localPickUp: boolean;
  /** Flex tags included. */
  shippingTags: string[];
}

/** An item as it is kept. */
export interface Item extends ItemContent {
  id: string;
  sellerId: number;
  domainId: string | null;
  initialQuantity: number;
  soldQuantity: number;
  logisticType: string;
  status: ItemStatus;
  dateCreated: Date;
  lastUpdated: Date;
  version: number;
}
