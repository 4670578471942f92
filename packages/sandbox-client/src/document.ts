export const userNames = [
  "seller_mla",
  "seller2_mla",
  "buyer_mla",
  "buyer2_mla",
  "seller_moderated_mla",
  "seller_mlb",
  "buyer_mlb",
  "seller_mlc",
  "buyer_mlc",
  "new_user_mla",
  "no_messaging_mla",
  "operator",
] as const;

export const itemNames = [
  "item_active",
  "item_active_2",
  "item_flex_on",
  "item_no_flex",
  "item_paused",
  "item_closed",
  "item_vehicle",
  "item_seller2",
  "item_variations",
] as const;

/** Integer ids of questions, packs, orders, services and shipments. */
export const numberNames = [
  "question_unanswered",
  "question_answered",
  "question_vehicle",
  "pack_empty",
  "pack_empty_2",
  "pack_with_pdf",
  "pack_no_messaging",
  "pack_seller2",
  "pack_mlb",
  "pack_mlc_full",
  "pack_with_messages",
  "order_without_pack",
  "order_in_pack",
  "order_paid",
  "order_delivered",
  "order_cancelled",
  "order_unpaid",
  "flex_service",
  "turbo_service",
  "flex_service_out",
  "flex_service_moderated",
  "flex_service_no_cutoff_by_zone",
  "shipment_flex_assigned",
  "shipment_flex_unassigned",
  "shipment_other",
  "shipment_pending",
  "shipment_handling",
  "shipment_ready_to_ship",
  "shipment_shipped",
  "shipment_delivered",
  "shipment_not_delivered",
  "shipment_cancelled",
  "shipment_fulfillment",
  "shipment_me1",
] as const;

export const categoryNames = [
  "category_root",
  "category_leaf",
  "category_vehicles",
  "category_no_self_service",
  "domain_vehicles",
] as const;

type Named<Names extends string, T> = Record<Names, T>;

export type UserName = (typeof userNames)[number];

/** A user of the demo. */
export interface Person {
  id: number;
  nickname: string;
  site_id: string;
  access_token: string;
  /** For the sign-in page; the demo's users have one. */
  password?: string;
}

/** Ids of what the demo holds, by name. */
export type Fixtures = Named<(typeof itemNames)[number] | (typeof categoryNames)[number], string> &
  Named<(typeof numberNames)[number], number> & { zone_ids: string[] };

/** An application with its credentials. */
export interface SandboxApplication {
  id: number;
  client_id: string;
  client_secret: string;
  redirect_uri: string;
  webhook_secret: string;
}

/** `DATA_DIR/sandbox.json`: the contents of the demo. */
export interface SandboxDocument {
  base_url: string;
  users: Named<UserName, Person>;
  applications: { default: SandboxApplication };
  tokens: Named<"read_only_seller_mla" | "expired" | "revoked", string>;
  fixtures: Fixtures;
  /** How the lab is reached. */
  sandbox: { admin_token: string };
}

/** What the lab says of a world. */
export interface WorldView {
  id: string;
  from: string;
  created_at: string;
  /** Real time; null is never. */
  expires_at: string | null;
}

/** The document of a world: that of `sandbox.json`, with tokens of its own. */
export type WorldDocument = SandboxDocument & { world: WorldView };
