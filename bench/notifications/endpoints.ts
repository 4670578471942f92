import { fork } from "node:child_process";
import { EventEmitter, once } from "node:events";

/** The applications' endpoints, as the measuring process sees them. */
export interface Endpoints {
  ok: string;
  hang: string;
  /** Time of the first notification about each resource, in milliseconds of `now`. */
  arrivals: Map<string, number>;
  /** Resolves when this many have arrived in all; fails when none arrives for `timeoutMs`. */
  hasArrivals(count: number, timeoutMs?: number): Promise<void>;
  stop(): void;
}

/** A clock that all processes of the machine share, in milliseconds. */
export const now = (): number => Number(process.hrtime.bigint()) / 1e6;

export async function startEndpoints(): Promise<Endpoints> {
  const child = fork(new URL("./sink.ts", import.meta.url));
  const [{ port }] = await once(child, "message");
  const arrivals = new Map<string, number>();
  const news = new EventEmitter();
  child.on("message", (message: { arrivals: [string, number][] }) => {
    for (const [resource, at] of message.arrivals) if (!arrivals.has(resource)) arrivals.set(resource, at);
    news.emit("arrival");
  });
  return {
    ok: `http://127.0.0.1:${port}/ok`,
    hang: `http://127.0.0.1:${port}/hang`,
    arrivals,
    async hasArrivals(count, timeoutMs = 30_000) {
      while (arrivals.size < count) await once(news, "arrival", { signal: AbortSignal.timeout(timeoutMs) });
    },
    stop: () => child.disconnect(),
  };
}
