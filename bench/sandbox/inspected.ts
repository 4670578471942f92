import { freePort } from "@marketplace/database/testing";
import { residentMiB } from "../main/processes.ts";

/** What a process holds after a garbage collection, in MiB. */
export interface Memory {
  resident: number;
  heap: number;
  /** Buffers and typed arrays, which are beside the heap. */
  external: number;
}

/** Lets a Node process that is started with this environment be inspected, once it is told to. */
export async function inspectable() {
  const port = await freePort();
  return { env: { NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` }, port };
}

/** Has a process that is inspectable collect its garbage, and tell what it holds. */
export async function inspect(pid: number, port: number) {
  process.kill(pid, "SIGUSR1");
  const socket = new WebSocket(await addressOf(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", reject, { once: true });
  });
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let sent = 0;
  const call = <T>(method: string, params: object = {}): Promise<T> => {
    const id = ++sent;
    const { promise, resolve } = Promise.withResolvers<unknown>();
    waiting.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    return promise as Promise<T>;
  };
  return {
    call,
    async memory(): Promise<Memory> {
      // The second collection frees what finalizers of the first released.
      for (let times = 0; times < 2; times += 1) await call("HeapProfiler.collectGarbage");
      const expression = "JSON.stringify(process.memoryUsage())";
      const { result } = await call<{ result: { value: string } }>("Runtime.evaluate", { expression });
      const { heapUsed, external } = JSON.parse(result.value) as NodeJS.MemoryUsage;
      return {
        resident: residentMiB(pid) ?? Number.NaN,
        heap: heapUsed / 2 ** 20,
        external: external / 2 ** 20,
      };
    },
    close: () => socket.close(),
  };
}

const tries = 100;

async function addressOf(port: number): Promise<string> {
  for (let left = tries; ; left -= 1) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (left === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
