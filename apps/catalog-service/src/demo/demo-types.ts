/** The sites that have demo data (decisions 7.1). */
export const demoSiteIds = ["MLA", "MLB", "MLC"] as const;

export type DemoSiteId = (typeof demoSiteIds)[number];

export interface DemoName {
  readonly id: string;
  readonly name: string;
}

export type DemoValueType = "string" | "number" | "number_unit" | "boolean" | "list";

/** An attribute of a category, in wire fields (spec: Attribute of a category). */
export interface DemoAttribute {
  readonly id: string;
  readonly name: string;
  readonly tags: { readonly required: boolean; readonly catalog_required?: boolean };
  readonly hierarchy: "PARENT_PK" | "CHILD_PK" | "FAMILY" | "ITEM";
  readonly relevance: number;
  readonly value_type: DemoValueType;
  readonly value_max_length: number;
  /** Absent on free-value attributes. */
  readonly values?: readonly DemoName[];
  readonly attribute_group_id: string;
  readonly attribute_group_name: string;
}

export type DemoLogisticType = "drop_off" | "xd_drop_off" | "self_service" | "cross_docking" | "fulfillment";

/** How a category ships (spec: Category shipping preferences). */
export interface DemoShippingPreferences {
  readonly category_id: string;
  readonly logistics: readonly { readonly types: readonly DemoLogisticType[]; readonly mode: string }[];
}

/** Category settings with exactly the keys of the specification (spec: Category, settings keys). */
export interface DemoSettings {
  readonly adult_content: boolean;
  readonly buying_allowed: boolean;
  readonly buying_modes: readonly string[];
  readonly catalog_domain: string | null;
  readonly coverage_areas: string;
  readonly currencies: readonly string[];
  readonly fragile: boolean;
  readonly immediate_payment: string;
  readonly item_conditions: readonly string[];
  readonly items_reviews_allowed: boolean;
  readonly listing_allowed: boolean;
  readonly max_description_length: number;
  readonly max_pictures_per_item: number;
  readonly max_pictures_per_item_var: number;
  readonly max_sub_title_length: number;
  readonly max_title_length: number;
  readonly maximum_price: number | null;
  readonly minimum_price: number | null;
  readonly mirror_category: string | null;
  readonly mirror_master_category: string | null;
  readonly mirror_slave_categories: readonly string[];
  readonly price: string;
  readonly reservation_allowed: string;
  readonly restrictions: readonly string[];
  readonly rounded_address: boolean;
  readonly seller_contact: string;
  readonly shipping_modes: readonly string[];
  readonly shipping_options: readonly string[];
  readonly shipping_profile: string;
  readonly show_contact_information: boolean;
  readonly simple_shipping: string;
  readonly stock: string;
  readonly sub_vertical: string | null;
  readonly subscribable: boolean;
  readonly tags: readonly string[];
  readonly vertical: string | null;
  readonly vip_subdomain: string;
  readonly buyer_protection_programs: readonly string[];
  readonly status: string;
}

/** A category: the wire fields of the specification, then the service's own fields. */
export interface DemoCategory {
  readonly id: string;
  readonly name: string;
  readonly picture: string | null;
  readonly permalink: string | null;
  /** Zero here: the service counts active items itself. */
  readonly total_items_in_this_category: number;
  readonly path_from_root: readonly DemoName[];
  readonly children_categories: readonly (DemoName & { readonly total_items_in_this_category: number })[];
  readonly attribute_types: "none" | "attributes";
  readonly settings: DemoSettings;
  readonly meta_categ_id: string | null;
  readonly attributable: boolean;
  readonly date_created: string;
  readonly site_id: DemoSiteId;
  readonly parent_id: string | null;
  readonly is_leaf: boolean;
  readonly domain_id: string | null;
  readonly domain_name: string | null;
  /** Empty on categories that have children. */
  readonly attributes: readonly DemoAttribute[];
  readonly shipping_preferences: DemoShippingPreferences;
  /** No ordinary logistics; Flex only by the item's own opt-in (spec: C, last paragraph). */
  readonly flex_opt_in_only: boolean;
}

export interface DemoItemAttribute {
  readonly id: string;
  readonly name: string;
  readonly value_id: string | null;
  readonly value_name: string;
}

/**
 * An item to seed: wire fields, with its age in days instead of dates, so that the caller supplies the time.
 */
export interface DemoItem {
  readonly id: string;
  readonly site_id: DemoSiteId;
  readonly title: string;
  readonly seller_id: number;
  readonly category_id: string;
  readonly domain_id: string;
  readonly price: number;
  readonly currency_id: string;
  readonly available_quantity: number;
  readonly buying_mode: string;
  readonly listing_type_id: string;
  readonly condition: string;
  readonly thumbnail: string;
  readonly pictures: readonly { readonly id: string; readonly url: string }[];
  readonly video_id: null;
  readonly description: { readonly plain_text: string };
  readonly attributes: readonly DemoItemAttribute[];
  readonly shipping: {
    readonly mode: string;
    readonly free_shipping: boolean;
    readonly logistic_type: string;
    readonly tags: readonly string[];
  };
  readonly status: "active" | "paused" | "closed";
  /** Days before now, 0 to 120, with fractions. */
  readonly created_days_ago: number;
}

/** A title labeled with its category, for training the category predictor. */
export interface TrainingTitle {
  readonly title: string;
  readonly category_id: string;
  readonly domain_id: string;
}
