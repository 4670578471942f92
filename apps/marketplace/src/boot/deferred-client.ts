import { type Contract, type Implementation, localClient, ServiceUnavailable } from "@marketplace/contracts";
import { outsideTransactions, withoutHeldConnection } from "@marketplace/database";
import type { Telemetry } from "@marketplace/telemetry";

/** A client of a service that is built later: services ask each other in circles. */
export interface DeferredClient<C extends Contract> {
  client: Implementation<C>;
  /** `telemetry` is of the service that is built. */
  connect(implementation: Implementation<C>, telemetry?: Telemetry): void;
}

/**
 * An in-process client; what the other service does is never part of the caller's transaction, as it is over
 * HTTP.
 */
export function deferredClient<C extends Contract>(contract: C): DeferredClient<C> {
  let target: Implementation<C> | undefined;
  const call = (name: keyof C) => (input: never) => {
    if (!target) return Promise.reject(new ServiceUnavailable("the service is still starting"));
    const { [name]: run } = target;
    return withoutHeldConnection(() => outsideTransactions(() => run(input)));
  };
  const calls = Object.keys(contract).map((name) => [name, call(name)] as const);
  return {
    // The contract that named the calls also types them.
    client: Object.fromEntries(calls) as Implementation<C>,
    connect(implementation, telemetry) {
      target = localClient(contract, implementation, telemetry);
    },
  };
}
