import type { ItemSummary, NotificationsRpc, UserProfile } from "@marketplace/contracts";

/** A user of MLA, as the gateway tells of them. */
export const userProfile = (id: number, changes: Partial<UserProfile> = {}): UserProfile => ({
  id,
  nickname: `USER${id}`,
  site_id: "MLA",
  country_id: "AR",
  email: `user${id}@marketplace.example`,
  phone: { area_code: "11", number: "44445555" },
  first_name: "Ana",
  last_name: "Paz",
  address: null,
  reputation_level: "5_green",
  roles: ["buyer"],
  moderated: false,
  intervened: false,
  messaging_allowed: true,
  ...changes,
});

/** An active item of MLA, as catalog-service tells of it. */
export const itemSummary = (id: string, changes: Partial<ItemSummary> = {}): ItemSummary => ({
  id,
  site_id: "MLA",
  seller_id: 3_000_000_001,
  title: "Cafetera",
  category_id: "MLA1",
  price: 100.5,
  currency_id: "ARS",
  available_quantity: 5,
  status: "active",
  vehicle: false,
  shipping: { mode: "me2", logistic_type: "drop_off", free_shipping: false, tags: [] },
  ...changes,
});

/** A gateway that takes every event. */
export const acceptingGateway: Pick<NotificationsRpc, "publish"> = {
  publish: async ({ events }) => ({ accepted: events.length }),
};
