import { randomUUID } from "node:crypto";
import { systemClock as machineClock, type SystemClock } from "@marketplace/server";
import { objectPrefix } from "../fiscal-documents/fiscal-document.ts";
import type { UnownedObjectsRepo } from "./unowned-objects.repo.ts";

/** Keys for objects to come. */
export interface ObjectKeys {
  /** A key that was announced to the sweep, so that whatever is written under it can be forgotten; each is given once. */
  next(): Promise<string>;
  /** Gives none of the keys announced so far any more: the sweep has taken one before its time. */
  discard(): void;
}

interface Reserve {
  unowned: Pick<UnownedObjectsRepo, "announce">;
  /** How long an object may be without a document before it is swept. */
  sweepGraceMs: number;
  /** The machine's when absent. */
  systemClock?: Pick<SystemClock, "monotonicMs"> | undefined;
}

/** Keys are announced this many at a time, and again when half of them are left: an upload waits for no commit of its own. */
const batchSize = 64;

/**
 * Announces keys ahead of their use. A key is given out during the first half of its grace period, so an upload has the
 * other half; what is not used, or was announced by a process that died, the sweep forgets once it is due.
 */
export function createObjectKeys({ unowned, sweepGraceMs, systemClock = machineClock }: Reserve): ObjectKeys {
  let keys: string[] = [];
  let staleAt = 0;
  let announcing: Promise<void> | undefined;

  const announce = async () => {
    const now = systemClock.monotonicMs();
    const announced = Array.from({ length: batchSize }, () => `${objectPrefix}${randomUUID()}`);
    await unowned.announce(announced, sweepGraceMs);
    // Older keys are dropped with the time at which they would be stale.
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
    async next() {
      for (;;) {
        const key = systemClock.monotonicMs() < staleAt ? keys.pop() : undefined;
        // One that fails in the background is tried again by whoever finds no key left.
        if (key && keys.length < batchSize / 2) refill().catch(() => {});
        if (key) return key;
        await refill();
      }
    },
    discard() {
      keys = [];
    },
  };
}
