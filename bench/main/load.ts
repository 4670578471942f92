import { launch, scriptPath } from "./child.ts";

/** One request of a load. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** Duration and width of a load. */
export interface Shape {
  connections: number;
  seconds: number;
  warmUpSeconds: number;
}

export interface LoadOrder extends Shape {
  /** Name of the contender. */
  name: string;
  url: string;
  requests: readonly LoadRequest[];
  /** How many of them each connection has sent in earlier loads; the first load has none. */
  sent: readonly number[];
}

/** Result of a load; latencies are in milliseconds. */
export interface LoadResult {
  good: number;
  bad: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** Result of a load over HTTP. */
export interface HttpLoadResult extends LoadResult {
  /** How many requests each connection has sent in all loads so far. */
  sent: readonly number[];
}

const graceMs = 60_000;

/** Sends a load from a separate process; calls `warm` when the measured part begins. */
export async function sendLoad(order: LoadOrder, warm: () => void): Promise<HttpLoadResult> {
  const child = launch({ core: "load", args: [scriptPath("load.process.ts")], output: "inherit" });
  try {
    child.process.send(order);
    await child.next(order.warmUpSeconds * 1_000 + graceMs);
    warm();
    const result = await child.next<HttpLoadResult>(order.seconds * 1_000 + graceMs);
    if (result.bad > 0)
      throw new Error(`${order.name}: ${result.bad} of ${result.good + result.bad} were no success`);
    return result;
  } finally {
    await child.stop();
  }
}
