import { type BackgroundFaults, type InjectedFault, systemClock } from "@marketplace/server";
import { strictnessOf } from "../profile/strictness.ts";
import type { World } from "../world.ts";
import { waitOf } from "./draws.ts";
import type { Fault, Faults } from "./fault-rules.ts";

/** How many delays are drawn in advance for the uses of a storage in another process. */
const drawn = 16;

/** A fault as another process injects it. */
export function injectedFaultOf({ id, effect: { delay }, draw }: Fault): InjectedFault {
  const delays = delay ? Array.from({ length: drawn }, () => waitOf(delay, draw)) : [];
  return {
    header: ["X-Sandbox-Fault", id],
    unavailable: delay === undefined,
    delays_ms: delay?.type === "fixed" ? [delay.ms] : delays,
  };
}

const storages = ["database", "object_store"] as const;
const dayMs = 86_400_000;

/** What the rules and the profile of a world say of background work and of searches. */
export function backgroundFaultsOf(world: World, faults: Faults): BackgroundFaults {
  const rules = storages.flatMap((storage) => faults.unconditional(storage) ?? []);
  const ends = rules.map(({ expiresAt }) => expiresAt.getTime() - systemClock.now().getTime());
  return {
    faults: Object.fromEntries(rules.map(({ target, fault }) => [target, injectedFaultOf(fault)])),
    searchLagMs: strictnessOf(world).searchLagMs,
    forMs: Math.max(0, Math.min(dayMs, ...ends)),
  };
}
