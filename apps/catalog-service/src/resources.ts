import type { Resource } from "@marketplace/conventions";
import {
  categoriesResource,
  categoryAttributesResource,
  shippingPreferencesResource,
} from "./categories/categories.resource.ts";
import { currenciesResource } from "./currencies/currencies.resource.ts";
import type { Deps } from "./deps.ts";
import { discoveryResource } from "./discovery/discovery.resource.ts";
import { bulkItemsResource } from "./items/bulk-items.resource.ts";
import { descriptionsResource } from "./items/descriptions.resource.ts";
import { itemsResource } from "./items/items.resource.ts";
import { relistResource } from "./items/relist.resource.ts";
import { listingPricesResource, listingTypesResource } from "./listing-types/listing-types.resource.ts";
import { picturesResource } from "./pictures/pictures.resource.ts";
import { searchResource } from "./search/search.resource.ts";
import { sellerItemsResource } from "./seller-items/seller-items.resource.ts";
import { sitesResource } from "./sites/sites.resource.ts";
import { topValuesResource } from "./top-values/top-values.resource.ts";
import { treeDumpsResource } from "./tree/tree-dumps.resource.ts";
import { variationsResource } from "./variations/variations.resource.ts";
import { itemVisitsResource, userVisitsResource } from "./visits/visits.resource.ts";

/** Everything this service serves to the public. */
export const resources: readonly Resource<Deps>[] = [
  sitesResource,
  currenciesResource,
  categoriesResource,
  categoryAttributesResource,
  shippingPreferencesResource,
  treeDumpsResource,
  itemsResource,
  bulkItemsResource,
  variationsResource,
  picturesResource,
  descriptionsResource,
  relistResource,
  sellerItemsResource,
  listingTypesResource,
  listingPricesResource,
  itemVisitsResource,
  userVisitsResource,
  searchResource,
  discoveryResource,
  topValuesResource,
];
