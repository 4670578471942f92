import { createSerial, type Logger } from "@marketplace/server";
import type { World } from "../world.ts";
import { faultsOf } from "./request-faults.ts";
import { type StandingOrders, standingOrders } from "./storage-orders.ts";

/** A service that was started again learns within this time, in milliseconds. */
const repeatMs = 2_000;

interface Parts {
  disturb?: ((standing: StandingOrders) => Promise<void>) | undefined;
  log: Logger;
}

/** Tells the processes of a world what stands for their storages: at each change, and while it does. */
export function createTelling({ disturb, log }: Parts) {
  if (!disturb) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const standingOf = (world: World) => standingOrders(world, faultsOf(world));
  // One after the other, each with what stands when it is sent: the last one told is the present.
  const inTurn = createSerial();
  const tell = (world: World) =>
    inTurn(() => disturb(standingOf(world))).catch((err: unknown) =>
      log.warn({ err }, "services were not told of the faults of their storages"),
    );
  return {
    tell,
    repeatFor(world: World): void {
      timer = setInterval(() => {
        const { searchLagMs, orders } = standingOf(world);
        if (searchLagMs > 0 || Object.keys(orders).length > 0) void tell(world);
      }, repeatMs);
      timer.unref();
    },
    end: () => clearInterval(timer),
  };
}
