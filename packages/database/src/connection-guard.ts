import { AsyncLocalStorage } from "node:async_hooks";

/** A connection that the present asynchronous context holds. */
interface Hold {
  /** Whether other services may be called meanwhile. */
  readonly mayCall: boolean;
  /** False once the connection was released: work that outlives it holds nothing. */
  open: boolean;
}

/**
 * Work that holds a connection asked for a second one, or called another service. As many of them at once as
 * the pool has connections would be a deadlock.
 */
export class ConnectionHeld extends Error {
  override readonly name = "ConnectionHeld";
}

// One storage for all pools: holding a connection of one while waiting for another deadlocks too.
const storage = new AsyncLocalStorage<Hold>();

export async function holdingConnection<T>(work: () => Promise<T>, { mayCall = false } = {}): Promise<T> {
  const hold = { mayCall, open: true };
  try {
    return await storage.run(hold, work);
  } finally {
    hold.open = false;
  }
}

/** The error for work that asks for a connection while it holds one. */
export function secondConnectionError(): ConnectionHeld | undefined {
  if (!storage.getStore()?.open) return undefined;
  return new ConnectionHeld("a second connection was asked for while one is held: use the open transaction");
}

/** Runs work of another service in the same process, which does not hold the connection of its caller. */
export const withoutHeldConnection = <T>(work: () => T): T => storage.exit(work);

/**
 * Wraps the clients of other services: a call while a transaction is open rejects with ConnectionHeld. How
 * long the other service takes is unknown, and it may need the connection that is held. Call before the
 * transaction or after it.
 */
export function guardClients<Clients extends object>(clients: Clients): Clients {
  // Each client is an object of methods; the copies have the same names, so they are of the same type.
  return Object.fromEntries(
    Object.entries(clients).map(([name, client]) => [name, guardClient(name, client)]),
  ) as Clients;
}

function guardClient(service: string, client: object): object {
  return new Proxy(client, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const hold = storage.getStore();
        if (!hold?.open || hold.mayCall) return Reflect.apply(method, target, args);
        const call = `${service}.${String(name)}`;
        return Promise.reject(new ConnectionHeld(`${call} was called while a transaction is open`));
      };
    },
  });
}
