import type { RequestListener } from "node:http";
import type { ClockState, Logger, SystemClock } from "@marketplace/server";
import { type ClockKeeper, createWorldClock } from "../clock/world-clock.ts";
import type { Epoch, World, WorldTime } from "../world.ts";

interface Begun {
  id: string;
  from: string;
  expiresAt?: Date | undefined;
  handle: RequestListener;
  withDue: WorldTime["withDue"];
  /** Sends other processes of the world its faults. */
  publishFaults?: ((world: World) => Promise<void>) | undefined;
  /** Keeps its clock; a world that ends with the product needs none. */
  keeper?: ClockKeeper | undefined;
  /** How its clock begins, and stands again after a reset; real time when absent. */
  clock?: ClockState | undefined;
}

const realTime: ClockState = { offsetMs: 0, frozenAt: null };

interface Surroundings {
  systemClock: SystemClock;
  log: Logger;
}

/** A world that begins now. `renew` is for a reset: its clock and the state of features begin again. */
export function beginWorld(
  { id, from, expiresAt, handle, withDue, publishFaults, keeper, clock: begins = realTime }: Begun,
  { systemClock, log }: Surroundings,
): { world: World; renew(): void; end(): void } {
  const clock = createWorldClock(systemClock, keeper?.initial ?? begins);
  const time: WorldTime = { withDue, moved: async (state) => keeper?.moved(state) };
  let epoch = beginEpoch();
  const world: World = {
    id,
    from,
    createdAt: systemClock.now(),
    expiresAt,
    clock,
    time,
    log: log.child({ world: id }),
    get epoch() {
      return epoch.epoch;
    },
    publishFaults: async () => publishFaults?.(world),
    handle,
    whileOpen: (work) => withDue(() => work()),
  };
  return {
    world,
    renew() {
      epoch.end();
      epoch = beginEpoch();
      // Its rules have ended.
      void world.publishFaults();
      // Services that stay open have this clock.
      clock.set(begins);
      time
        .moved(clock.state())
        .catch((err: unknown) => log.error({ err, world: id }, "the clock of a world was not reset"));
    },
    end: () => epoch.end(),
  };
}

function beginEpoch(): { epoch: Epoch; end(): void } {
  const ending = new AbortController();
  return { epoch: { ended: ending.signal }, end: () => ending.abort() };
}
