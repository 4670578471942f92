import { type Contract, type Implementation, localClient, ServiceUnavailable } from "@marketplace/contracts";
import { outsideTransactions, withoutHeldConnection } from "@marketplace/database";
import type { Telemetry } from "@marketplace/telemetry";

/**
 * An in-process client of a service that is created later: services call each other in circles. As over HTTP,
 * the called service is outside of the caller's transaction.
 */
export function deferredClient<C extends Contract>(contract: C) {
  let target: Implementation<C> | undefined;
  const call = (name: keyof C) => (input: never) => {
    if (!target) return Promise.reject(new ServiceUnavailable("the service is still starting"));
    const { [name]: run } = target;
    return withoutHeldConnection(() => outsideTransactions(() => run(input)));
  };
  const calls = Object.keys(contract).map((name) => [name, call(name)] as const);
  return {
    // The names come from the contract, which also types the calls.
    client: Object.fromEntries(calls) as Implementation<C>,
    /** `telemetry` is the called service's. */
    connect(implementation: Implementation<C>, telemetry?: Telemetry): void {
      target = localClient(contract, implementation, telemetry);
    },
  };
}
