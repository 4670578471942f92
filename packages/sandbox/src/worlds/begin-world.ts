import type { RequestListener } from "node:http";
import type { Logger, SystemClock } from "@marketplace/server";
import type { Epoch, World, WorldClock } from "../world.ts";

interface Begun {
  id: string;
  from: string;
  expiresAt?: Date | undefined;
  handle: RequestListener;
  awake: () => Promise<void>;
}

interface Surroundings {
  systemClock: SystemClock;
  log: Logger;
}

/** A world that begins now. `renew` is for a reset: its clock and the state of features begin anew. */
export function beginWorld(
  { id, from, expiresAt, handle, awake }: Begun,
  { systemClock, log }: Surroundings,
): { world: World; renew(): void; end(): void } {
  let clock = realTime(systemClock);
  let epoch = beginEpoch();
  const world: World = {
    id,
    from,
    createdAt: systemClock.now(),
    expiresAt,
    get clock() {
      return clock;
    },
    log: log.child({ world: id }),
    get epoch() {
      return epoch.epoch;
    },
    handle,
    awake,
  };
  return {
    world,
    renew() {
      epoch.end();
      epoch = beginEpoch();
      clock = realTime(systemClock);
    },
    end: () => epoch.end(),
  };
}

function beginEpoch(): { epoch: Epoch; end(): void } {
  const ending = new AbortController();
  return { epoch: { ended: ending.signal }, end: () => ending.abort() };
}

const realTime = (systemClock: SystemClock): WorldClock => ({ now: () => systemClock.now(), offsetMs: 0 });
