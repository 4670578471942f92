import { AsyncLocalStorage } from "node:async_hooks";

/** A connection that is held by the present work. */
interface Hold {
  /** Whether other services may be asked meanwhile. */
  readonly mayAsk: boolean;
  /** False once it was given back: work that outlives it holds nothing. */
  open: boolean;
}

/** Work that holds a connection asked for another one, or asked another service: enough of it at once would stop everybody. */
export class ConnectionHeld extends Error {
  override readonly name = "ConnectionHeld";
}

// One storage for all pools of the process: work that holds a connection of one and waits for one of another is no better.
const storage = new AsyncLocalStorage<Hold>();

/** Runs work that holds a connection. */
export async function holding<T>(work: () => Promise<T>, { mayAsk = false } = {}): Promise<T> {
  const hold = { mayAsk, open: true };
  try {
    return await storage.run(hold, work);
  } finally {
    hold.open = false;
  }
}

/** The error of present work that asks for a connection while it holds one. */
export function secondConnection(): ConnectionHeld | undefined {
  if (!storage.getStore()?.open) return undefined;
  return new ConnectionHeld("a second connection was asked for while one is held: use the open transaction");
}

/** Runs the work of another service that is in the same process: what its caller holds is not its own. */
export const holdingNothing = <T>(work: () => T): T => storage.exit(work);

/**
 * The same clients, whose calls are refused while the present work has a transaction open: how long another service takes is not
 * for us to say, and it may need what we hold. Ask before the transaction, or after it.
 */
export function askedOutside<Clients extends object>(clients: Clients): Clients {
  // Each client is an object of methods; the copies have the same names, so they are of the same type.
  return Object.fromEntries(
    Object.entries(clients).map(([name, client]) => [name, refusing(name, client)]),
  ) as Clients;
}

function refusing(service: string, client: object): object {
  return new Proxy(client, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const hold = storage.getStore();
        if (!hold?.open || hold.mayAsk) return Reflect.apply(method, target, args);
        const what = `${service}.${String(name)}`;
        return Promise.reject(new ConnectionHeld(`${what} was called while a transaction is open`));
      };
    },
  });
}
