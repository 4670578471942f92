import type { RequestListener } from "node:http";
import type { Logger, SystemClock } from "@marketplace/server";
import type { Epoch, World, WorldClock } from "../world.ts";

/** The name of the world that is the product itself. */
export const defaultWorld = "default";

/** The worlds that there are. */
export interface Worlds {
  /** The world `default`. */
  readonly default: World;
  find(id: string): World | undefined;
  /** In the order in which they were made. */
  list(): World[];
}

interface NewWorld {
  id: string;
  from: string;
  expiresAt?: Date;
  handle: RequestListener;
}

/** A world that begins now. */
export function beginWorld(
  { id, from, expiresAt, handle }: NewWorld,
  { systemClock, log }: { systemClock: SystemClock; log: Logger },
): World {
  return {
    id,
    from,
    createdAt: systemClock.now(),
    expiresAt,
    clock: realTime(systemClock),
    log: log.child({ world: id }),
    epoch: beginEpoch(),
    handle,
  };
}

const beginEpoch = (): Epoch => ({ ended: new AbortController().signal });

const realTime = (systemClock: SystemClock): WorldClock => ({ now: () => systemClock.now(), offsetMs: 0 });
