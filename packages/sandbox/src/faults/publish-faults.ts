import { type BackgroundFaults, createSerial, type Logger } from "@marketplace/server";
import type { World } from "../world.ts";
import { backgroundFaultsOf } from "./injected-faults.ts";
import { faultsOf } from "./request-faults.ts";

/** A service that was restarted has the faults again within this time, in milliseconds. */
const repeatMs = 2_000;

interface Parts {
  sendBackgroundFaults?: ((faults: BackgroundFaults) => Promise<void>) | undefined;
  log: Logger;
}

/**
 * Sends the background faults of a world to its other processes: at each change, and again and again while
 * there are any. `undefined` when the world has no other process.
 */
export function createFaultPublisher({ sendBackgroundFaults: send, log }: Parts) {
  if (!send) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const present = (world: World) => backgroundFaultsOf(world, faultsOf(world));
  // One after the other, each with the faults of the moment it is sent: the last one sent is right.
  const inTurn = createSerial();
  const publish = (world: World) =>
    inTurn(() => send(present(world))).catch((err: unknown) =>
      log.warn({ err }, "services did not get the faults of their storages"),
    );
  return {
    publish,
    repeatFor(world: World): void {
      timer = setInterval(() => {
        const { searchLagMs, faults } = present(world);
        if (searchLagMs > 0 || Object.keys(faults).length > 0) void publish(world);
      }, repeatMs);
      timer.unref();
    },
    stop: () => clearInterval(timer),
  };
}
