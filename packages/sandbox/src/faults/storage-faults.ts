import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { underOrders } from "@marketplace/server";
import { waitOf } from "./draws.ts";
import type { Fault, Faults } from "./fault-rules.ts";
import type { Facts } from "./matching.ts";
import { orderOf } from "./storage-orders.ts";

/** What the services store things in. */
export type Storage = "database" | "object_store";
const storages: readonly Storage[] = ["database", "object_store"];

/** What a request does to its statements and file operations. */
interface Disturbance extends Partial<Record<Storage, Fault | undefined>> {
  res: ServerResponse;
}

const ofRequest = new AsyncLocalStorage<Disturbance>();

/** The storage does not answer; the conventions answer 503 to errors with this mark. */
class StorageUnavailable extends Error {
  readonly unavailable = true;
}

/** Goes on with a request whose use of the storages is disturbed as the rules say. */
export function withStorageFaults(
  faults: Faults,
  { facts, res }: { facts: Facts; res: ServerResponse },
  next: () => void,
): void {
  const concerned = storages.filter((storage) => faults.concern(storage));
  if (concerned.length === 0) {
    next();
    return;
  }
  const found = concerned.map((storage) => [storage, faults.meet(storage, facts)] as const);
  // In another process the services obey orders that go with the request.
  const orders = Object.fromEntries(
    found.flatMap(([storage, fault]) => (fault ? [[storage, orderOf(fault)]] : [])),
  );
  ofRequest.run({ ...Object.fromEntries(found), res }, () => underOrders(orders, next));
}

/**
 * What the services of a world wait for before they use a storage: the fault of the present request, and in
 * background work that of the rules that match everything. `undefined` when nothing is to be waited for.
 */
export function storageGate(faults: () => Faults) {
  return (storage: Storage): Promise<void> | undefined => {
    const request = ofRequest.getStore();
    const fault = request ? request[storage] : faults().meet(storage, {});
    if (!fault) return undefined;
    if (request && !request.res.headersSent) request.res.setHeader("X-Sandbox-Fault", fault.id);
    const { delay } = fault.effect;
    if (delay) return wait(waitOf(delay, fault.draw));
    return Promise.reject(new StorageUnavailable(`the sandbox's fault ${fault.id}`));
  };
}
