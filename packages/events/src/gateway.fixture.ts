import type { MarketplaceEvent, NotificationsRpc } from "@marketplace/contracts";
import { vi } from "vitest";

type Treatment = (events: MarketplaceEvent[]) => Promise<void>;

/** A gateway that tells what it was handed. */
export function fakeGateway() {
  const batches: MarketplaceEvent[][] = [];
  let treatment: Treatment | undefined;
  const resources = () => batches.flat().map(({ resource }) => resource);
  const publish: NotificationsRpc["publish"] = async ({ events }) => {
    batches.push(events);
    await treatment?.(events);
    return { accepted: events.length };
  };
  return {
    publish,
    /** Every batch it was asked to take, in order. */
    batches,
    resources,
    /** How it treats the next batches; without, it takes them. */
    treatWith(next: Treatment) {
      treatment = next;
    },
    /** Resolves once it was handed so many events, repetitions included. */
    wasHanded: (count: number) =>
      vi.waitUntil(() => resources().length >= count, { interval: 1, timeout: 30_000 }),
  };
}
