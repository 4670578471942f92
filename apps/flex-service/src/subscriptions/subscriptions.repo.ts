import { UserAddress } from "@marketplace/contracts";
import { toId } from "@marketplace/database";
import type { FlexDatabase, Prisma } from "@marketplace/database/flex";
import { z } from "zod";
import {
  type Delivery,
  DeliveryRanges,
  DeliveryWindow,
  DisabledFeature,
  ZoneSelection,
} from "../configuration/state.schema.ts";
import {
  type Mode,
  modes,
  type SubscriptionStatus,
  subscriptionStatuses,
} from "./subscriptions.transitions.ts";

/** A seller's subscription to a mode, with its configuration. */
export interface Subscription {
  id: number;
  serviceId: number;
  siteId: string;
  userId: number;
  mode: Mode;
  status: SubscriptionStatus;
  createdAt: Date;
  /** A copy of the seller's address; null without one. */
  address: UserAddress | null;
  /** The coverage area the address lies in; null outside of all. */
  areaId: string | null;
  delivery: Delivery;
  zones: ZoneSelection[];
  disabledFeatures: DisabledFeature[];
  /** Dates (YYYY-MM-DD) of the holidays on which the seller works. */
  workedHolidays: string[];
}

export type NewSubscription = Omit<Subscription, "id" | "serviceId">;

/** The ids by which a path names a subscription. */
export interface Pair {
  siteId: string;
  userId: number;
  serviceId: number;
}

/** The columns whose types are narrower than those of Postgres. */
const Stored = z.object({
  mode: z.enum(modes),
  status: z.enum(subscriptionStatuses),
  address: UserAddress.nullable(),
  deliveryWindow: DeliveryWindow,
  deliveryRanges: DeliveryRanges,
  zones: z.array(ZoneSelection),
  disabledFeatures: z.array(DisabledFeature),
});

function toSubscription(row: Prisma.SubscriptionGetPayload<object>): Subscription {
  const { deliveryWindow, deliveryRanges, ...stored } = Stored.parse(row);
  return {
    ...stored,
    id: toId(row.id),
    serviceId: toId(row.serviceId),
    userId: toId(row.userId),
    siteId: row.siteId,
    createdAt: row.createdAt,
    areaId: row.areaId,
    delivery: { window: deliveryWindow, capacity: row.capacity, ranges: deliveryRanges },
    workedHolidays: row.workedHolidays,
  };
}

type Writable = Omit<NewSubscription, "createdAt" | "siteId" | "userId" | "mode">;

const toColumns = ({ delivery, ...subscription }: Writable) => ({
  status: subscription.status,
  address: subscription.address ?? undefined,
  areaId: subscription.areaId,
  deliveryWindow: delivery.window,
  capacity: delivery.capacity,
  deliveryRanges: delivery.ranges,
  zones: subscription.zones,
  disabledFeatures: subscription.disabledFeatures,
  workedHolidays: subscription.workedHolidays,
});

export type SubscriptionsRepo = ReturnType<typeof createSubscriptionsRepo>;

/** The subscriptions table. */
export function createSubscriptionsRepo(db: FlexDatabase) {
  const table = () => db.current().subscription;
  const ofUser = async (userId: number) => {
    const rows = await table().findMany({ where: { userId: BigInt(userId) }, orderBy: { id: "asc" } });
    return rows.map(toSubscription);
  };
  const find = async ({ siteId, userId, serviceId }: Pair) => {
    const where = { siteId, userId: BigInt(userId), serviceId: BigInt(serviceId) };
    const row = await table().findFirst({ where });
    return row ? toSubscription(row) : null;
  };
  return {
    /** A user's subscriptions, oldest first: FLEX, then TURBO. */
    ofUser,
    /** The FLEX subscriptions that are in. */
    async active(): Promise<Subscription[]> {
      const rows = await table().findMany({ where: { mode: "FLEX", status: "in" }, orderBy: { id: "asc" } });
      return rows.map(toSubscription);
    },
    /** The subscription of a pair on its site, or null. */
    find,
    /** A user's subscriptions, locked until the current transaction ends. */
    async lockOfUser(userId: number): Promise<Subscription[]> {
      await db.query("SELECT FROM subscriptions WHERE user_id = $1 ORDER BY id FOR UPDATE", [userId]);
      return ofUser(userId);
    },
    /** The subscription of a pair, locked until the current transaction ends. */
    async lock(pair: Pair): Promise<Subscription | null> {
      await db.query("SELECT FROM subscriptions WHERE service_id = $1 FOR UPDATE", [pair.serviceId]);
      return find(pair);
    },
    /** Adds a subscription; null when the user has one of this mode already. */
    async add({ siteId, userId, mode, createdAt, ...rest }: NewSubscription): Promise<Subscription | null> {
      const data = { ...toColumns(rest), siteId, mode, createdAt, userId: BigInt(userId) };
      const [row] = await table().createManyAndReturn({ data: [data], skipDuplicates: true });
      return row ? toSubscription(row) : null;
    },
    /** Updates the columns that can change. */
    async save(subscription: Subscription): Promise<void> {
      await table().update({ where: { id: BigInt(subscription.id) }, data: toColumns(subscription) });
    },
  };
}
