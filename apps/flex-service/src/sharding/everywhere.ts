import { eachOnce, type SiteDatabases } from "@marketplace/sharding";
import type { ShipmentsRepo } from "../shipments/shipments.repo.ts";
import type { Subscription, SubscriptionsRepo } from "../subscriptions/subscriptions.repo.ts";

interface Repos {
  shipments: ShipmentsRepo;
  subscriptions: SubscriptionsRepo;
}

interface Seller {
  siteId: string;
  userId: number;
}

/**
 * Reads that are about no single database: of all sites where these have databases of their own, or of a site
 * whose rows may be on their way. Outside of transactions.
 */
export interface Everywhere {
  shipments: Pick<ShipmentsRepo, "findAll" | "ofOrder" | "stepsDue">;
  subscriptions: Pick<SubscriptionsRepo, "active" | "find"> & {
    /** A seller's subscriptions, oldest first: FLEX, then TURBO. */
    ofSeller(seller: Seller): Promise<Subscription[]>;
  };
}

/** The reads of a service with one database. */
export const everywhereIs = ({ shipments, subscriptions }: Repos): Everywhere => ({
  shipments,
  subscriptions: { ...subscriptions, ofSeller: ({ userId }) => subscriptions.ofUser(userId) },
});

/** The reads of all databases, or of those that may have rows of a site. */
export const everywhereByFanOut = (sites: SiteDatabases<Repos>): Everywhere => ({
  shipments: {
    findAll: async (ids) => eachOnce(await sites.fanOut(({ shipments }) => shipments.findAll(ids))),
    async ofOrder(orderId) {
      const found = await sites.fanOut(({ shipments }) => shipments.ofOrder(orderId));
      return found.find((shipment) => shipment !== null) ?? null;
    },
    async stepsDue(range) {
      const due = eachOnce(await sites.fanOut(({ shipments }) => shipments.stepsDue(range)));
      return due.toSorted((one, other) => one.at.getTime() - other.at.getTime()).slice(0, range.limit);
    },
  },
  subscriptions: {
    active: async () => eachOnce(await sites.fanOut(({ subscriptions }) => subscriptions.active())),
    async find(pair) {
      const found = await sites.fanOut(({ subscriptions }) => subscriptions.find(pair), pair.siteId);
      return found.find((subscription) => subscription !== null) ?? null;
    },
    async ofSeller({ siteId, userId }) {
      const found = await sites.fanOut(({ subscriptions }) => subscriptions.ofUser(userId), siteId);
      return eachOnce(found).toSorted((one, other) => one.id - other.id);
    },
  },
});
