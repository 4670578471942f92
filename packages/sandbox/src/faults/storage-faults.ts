import { AsyncLocalStorage } from "node:async_hooks";
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { StorageUnavailable, withFaults } from "@marketplace/server";
import { waitOf } from "./draws.ts";
import type { Fault, Faults } from "./fault-rules.ts";
import { injectedFaultOf } from "./injected-faults.ts";
import type { Facts } from "./matching.ts";

/** What the services store things in. */
export type Storage = "database" | "object_store";
const storages: readonly Storage[] = ["database", "object_store"];

/** The faults of a request in this process. */
interface RequestScope extends Partial<Record<Storage, Fault | undefined>> {
  res: ServerResponse;
}

const scope = new AsyncLocalStorage<RequestScope>();

/** Goes on with a request; the faults of the rules that match it are injected into its uses of storages. */
export function withStorageFaults(
  faults: Faults,
  { facts, res }: { facts: Facts; res: ServerResponse },
  next: () => void,
): void {
  const targets = storages.filter((storage) => faults.hasRuleFor(storage));
  if (targets.length === 0) {
    next();
    return;
  }
  const found = targets.map((storage) => [storage, faults.meet(storage, facts)] as const);
  // Services in other processes get the faults with the request.
  const injected = Object.fromEntries(
    found.flatMap(([storage, fault]) => (fault ? [[storage, injectedFaultOf(fault)]] : [])),
  );
  scope.run({ ...Object.fromEntries(found), res }, () => withFaults(injected, next));
}

/**
 * What the services of a world wait for before they use a storage: the fault of the present request, and in
 * background work that of the rules that match everything. `undefined` when nothing is to be waited for.
 */
export function storageGate(faults: () => Faults) {
  return (storage: Storage): Promise<void> | undefined => {
    const request = scope.getStore();
    const fault = request ? request[storage] : faults().meet(storage, {});
    if (!fault) return undefined;
    if (request && !request.res.headersSent) request.res.setHeader("X-Sandbox-Fault", fault.id);
    const { delay } = fault.effect;
    if (delay) return wait(waitOf(delay, fault.draw));
    return Promise.reject(new StorageUnavailable(`the sandbox's fault ${fault.id}`));
  };
}
