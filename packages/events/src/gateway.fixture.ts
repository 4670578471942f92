import type { MarketplaceEvent } from "@marketplace/contracts";

type Publish = (input: { events: MarketplaceEvent[] }) => Promise<{ accepted: number }>;

/** A gateway that tells what it was handed. */
export interface Gateway {
  publish: Publish;
  /** Every batch it was asked to take, in order. */
  batches: MarketplaceEvent[][];
  resources(): string[];
  /** How it treats the next batches; without, it takes them. */
  treatWith(treatment: ((events: MarketplaceEvent[]) => Promise<void>) | undefined): void;
  /** Resolves once it was handed so many events, repetitions included. */
  wasHanded(count: number): Promise<void>;
}

export function fakeGateway(): Gateway {
  const batches: MarketplaceEvent[][] = [];
  const waiting = new Set<() => void>();
  let treatment: ((events: MarketplaceEvent[]) => Promise<void>) | undefined;
  const resources = () => batches.flat().map(({ resource }) => resource);
  return {
    batches,
    resources,
    async publish({ events }) {
      batches.push(events);
      for (const check of waiting) check();
      await treatment?.(events);
      return { accepted: events.length };
    },
    treatWith(next) {
      treatment = next;
    },
    wasHanded: (count) =>
      new Promise((resolve) => {
        const check = () => {
          if (resources().length < count) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
