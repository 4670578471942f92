import { type StorageOrder, type StorageOrders, systemClock } from "@marketplace/server";
import { strictnessOf } from "../profile/strictness.ts";
import type { World } from "../world.ts";
import { waitOf } from "./draws.ts";
import type { Fault, Faults } from "./fault-rules.ts";

/** Waits that are drawn in advance for uses of a storage in another process. */
const drawn = 16;

/** What a fault orders of the processes that have the storage. */
export function orderOf({ id, effect: { delay }, draw }: Fault): StorageOrder {
  const waits = delay ? Array.from({ length: drawn }, () => waitOf(delay, draw)) : [];
  return {
    told: ["X-Sandbox-Fault", id],
    unavailable: delay === undefined,
    delays_ms: delay?.type === "fixed" ? [delay.ms] : waits,
  };
}

const storages = ["database", "object_store"] as const;

/** What stands for background work in other processes, of a world whose services have some. */
export interface StandingOrders {
  orders: StorageOrders;
  searchLagMs: number;
  /** When a rule ends, in milliseconds from now. */
  forMs: number;
}

const dayMs = 86_400_000;

/** What the rules and the profile of a world say of background work and of searches. */
export function standingOrders(world: World, faults: Faults): StandingOrders {
  const rules = storages.flatMap((storage) => faults.standing(storage) ?? []);
  const ends = rules.map(({ expiresAt }) => expiresAt.getTime() - systemClock.now().getTime());
  const orders = Object.fromEntries(rules.map(({ target, fault }) => [target, orderOf(fault)]));
  return {
    orders,
    searchLagMs: strictnessOf(world).searchLagMs,
    forMs: Math.max(0, Math.min(dayMs, ...ends)),
  };
}
