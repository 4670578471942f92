import { randomUUID } from "node:crypto";
import { systemClock as machineClock, type SystemClock } from "@marketplace/server";
import type { UnownedObjectsRepo } from "./unowned-objects.repo.ts";

export type ObjectKeys = ReturnType<typeof createObjectKeys>;

interface Reserve {
  /** What every key begins with. */
  prefix: string;
  unowned: Pick<UnownedObjectsRepo, "announce">;
  /** How long an object may exist without an owner. */
  sweepGraceMs: number;
  /** The machine's when absent. */
  systemClock?: Pick<SystemClock, "monotonicMs"> | undefined;
}

/** Keys of one announcement. The next comes when half are left, so that no upload waits for a commit. */
const batchSize = 64;

/**
 * Announces keys ahead of their use. A key is given out during the first half of its grace period, so that an
 * upload has the other half. The sweep forgets unused keys once they are due.
 */
export function createObjectKeys({ prefix, unowned, sweepGraceMs, systemClock = machineClock }: Reserve) {
  let keys: string[] = [];
  let staleAt = 0;
  let announcing: Promise<void> | undefined;

  const announce = async () => {
    const now = systemClock.monotonicMs();
    const announced = Array.from({ length: batchSize }, () => `${prefix}${randomUUID()}`);
    await unowned.announce(announced, sweepGraceMs);
    // Replaces older keys, which would be stale earlier.
    keys = announced;
    staleAt = now + sweepGraceMs / 2;
  };
  const refill = () => {
    announcing ??= announce().finally(() => {
      announcing = undefined;
    });
    return announcing;
  };
  return {
    /** A new key, which the sweep knows already: an object without an owner will be removed. */
    async next(): Promise<string> {
      for (;;) {
        const key = systemClock.monotonicMs() < staleAt ? keys.pop() : undefined;
        // When it fails, the next caller without a key tries again.
        if (key && keys.length < batchSize / 2) refill().catch(() => {});
        if (key) return key;
        await refill();
      }
    },
    /** Discards the keys announced so far, because the sweep has removed one early. */
    discard(): void {
      keys = [];
    },
  };
}
