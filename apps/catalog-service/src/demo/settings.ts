import type { Settings } from "../categories/categories.schema.ts";
import type { DemoSiteId } from "./sites.ts";

export type CategoryKind = "core" | "vehicles" | "real_estate" | "services";

const core = {
  adult_content: false,
  buying_allowed: true,
  buying_modes: ["buy_it_now", "auction"],
  coverage_areas: "not_allowed",
  fragile: false,
  immediate_payment: "required",
  item_conditions: ["new", "used", "not_specified"],
  items_reviews_allowed: true,
  max_description_length: 50000,
  max_pictures_per_item: 12,
  max_pictures_per_item_var: 10,
  max_sub_title_length: 70,
  max_title_length: 60,
  maximum_price: null,
  minimum_price: null,
  mirror_category: null,
  mirror_master_category: null,
  mirror_slave_categories: [],
  price: "required",
  reservation_allowed: "not_allowed",
  restrictions: [],
  rounded_address: false,
  seller_contact: "not_allowed",
  shipping_modes: ["me2", "me1", "custom", "not_specified"],
  shipping_options: ["carrier", "custom"],
  shipping_profile: "optional",
  show_contact_information: false,
  simple_shipping: "optional",
  stock: "required",
  sub_vertical: null,
  subscribable: false,
  tags: [],
  vertical: "consumer_goods",
  vip_subdomain: "articulo",
  buyer_protection_programs: ["delivered", "undelivered"],
  status: "enabled",
};

const classified: typeof core = {
  ...core,
  buying_modes: ["classified"],
  immediate_payment: "optional",
  item_conditions: ["used", "not_specified", "new"],
  items_reviews_allowed: false,
  max_pictures_per_item: 15,
  max_pictures_per_item_var: 6,
  seller_contact: "optional",
  shipping_modes: ["not_specified", "custom"],
  shipping_options: ["custom"],
  shipping_profile: "not_allowed",
  show_contact_information: true,
  simple_shipping: "not_allowed",
};

const byKind: Record<CategoryKind, typeof core> = {
  core,
  vehicles: {
    ...classified,
    reservation_allowed: "mandatory",
    vertical: "motors",
    vip_subdomain: "vehiculo",
  },
  real_estate: {
    ...classified,
    buying_allowed: false,
    buyer_protection_programs: [],
    max_pictures_per_item: 20,
    max_pictures_per_item_var: 20,
    rounded_address: true,
    vertical: "realestate",
    vip_subdomain: "inmueble",
  },
  services: {
    ...classified,
    buying_allowed: false,
    buyer_protection_programs: [],
    coverage_areas: "optional",
    item_conditions: ["not_specified"],
    price: "optional",
    vertical: "services",
    vip_subdomain: "servicio",
  },
};

/** Currencies a category accepts: Argentina and Uruguay also list vehicles and property in dollars. */
function currenciesOf(site: DemoSiteId, kind: CategoryKind): string[] {
  if (site === "MLB") return ["BRL"];
  if (site === "MLC") return ["CLP"];
  if (site === "MLM") return ["MXN"];
  const own = site === "MLU" ? "UYU" : "ARS";
  return kind === "vehicles" || kind === "real_estate" ? ["USD", own] : [own];
}

/** A category's own settings beside its kind's; `domain` is null on categories that have children. */
interface OwnSettings {
  readonly domain: string | null;
  readonly max_title_length?: number;
  readonly fragile?: boolean;
  readonly shipping_modes?: string[];
}

/** All settings of a category: its kind's with its own. */
export const settingsFor = (
  site: DemoSiteId,
  kind: CategoryKind,
  { domain, ...own }: OwnSettings,
): Settings => ({
  ...byKind[kind],
  catalog_domain: domain,
  currencies: currenciesOf(site, kind),
  listing_allowed: domain !== null,
  ...own,
});
