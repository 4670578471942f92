/**
 * Words with which the public API names collections and actions, served here or not. No id is one of them, so
 * `/orders/search` is an unknown route and not an order with a malformed id. Other malformed ids stay 400
 * (decisions 1.2). Words that only stand before an id, such as `sites`, are in it for `/{site_id}/search`.
 */
const reservedWords: ReadonlySet<string> = new Set(
  [
    "action_guide addresses answers applications archived attachments attributes available_downgrades available_listing_types",
    "available_upgrades billing billing_info brands campaigns carrier catalog_listings categories claims",
    "collections compatibilities costs countries currencies currency_conversions delays deals description",
    "descriptions discounts domain_discovery domains favorites feedback files fiscal_documents health highlights",
    "history invoices items items_visits labels lead_time listing_exposures listing_prices listing_type",
    "listing_types locations marketplace messages moderations multiget notes notifications offers options",
    "orders packs payments pending pictures prices product products promotions questions recent recommendations",
    "relist reputation returns reviews sale_price sale_terms search seller_notifications seller_promotions",
    "shipment_labels shipment_statuses shipments shipping_modes shipping_options shipping_preferences sites sla",
    "stock stores suggestions time_window trends unread user_products users validate variations visits zip_codes",
  ]
    .join(" ")
    .split(" "),
);

/** Whether a segment of a path names something of the API, so that it cannot be an id. */
export const isReserved = (segment: string): boolean => reservedWords.has(segment);
