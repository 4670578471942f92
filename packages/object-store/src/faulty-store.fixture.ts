import { ObjectStoreUnavailable } from "./errors.ts";
import type { ObjectStore, PutOptions } from "./object-store.ts";

/** How puts behave: work, refuse at once, never answer, fail half way, or store and then report a failure. */
export type PutBehavior = "works" | "refuses" | "hangs" | "fails half way" | "fails afterwards";

const outOfOrder = () => new ObjectStoreUnavailable("the store is out of order");

/** A store whose puts a test can make fail. */
export function faultyStore(inner: ObjectStore): ObjectStore & { puts: PutBehavior } {
  const put: ObjectStore["put"] = async (key, body, options) => {
    if (faulty.puts === "hangs") return hang(options);
    if (faulty.puts === "fails half way") {
      for await (const _ of body) break;
      throw outOfOrder();
    }
    if (faulty.puts === "refuses") {
      body.destroy();
      throw outOfOrder();
    }
    const result = await inner.put(key, body, options);
    if (faulty.puts === "fails afterwards") throw outOfOrder();
    return result;
  };
  const faulty: ObjectStore & { puts: PutBehavior } = {
    puts: "works",
    put,
    get: (key, options) => inner.get(key, options),
    stat: (key) => inner.stat(key),
    delete: async (key) => {
      if (faulty.puts === "refuses") throw outOfOrder();
      await inner.delete(key);
    },
    list: (prefix) => inner.list(prefix),
    ready: () => inner.ready(),
    close: () => inner.close(),
  };
  return faulty;
}

function hang({ signal }: PutOptions): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
}
