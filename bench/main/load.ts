import { launch, scriptPath } from "./child.ts";

/** One request of a load. */
export interface LoadRequest {
  method: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** How long and how wide a load is. */
export interface Shape {
  connections: number;
  seconds: number;
  warmUpSeconds: number;
}

export interface LoadOrder extends Shape {
  /** Who answers. */
  name: string;
  url: string;
  requests: readonly LoadRequest[];
}

/** What came of a load; latencies in milliseconds. */
export interface LoadResult {
  good: number;
  bad: number;
  seconds: number;
  p50: number;
  p99: number;
}

const graceMs = 60_000;

/** Sends a load from a process of its own; `warm` is called when the measured part begins. */
export async function sendLoad(order: LoadOrder, warm: () => void): Promise<LoadResult> {
  const child = launch({ core: "load", args: [scriptPath("load.process.ts")], output: "inherit" });
  try {
    child.process.send(order);
    await child.next(order.warmUpSeconds * 1_000 + graceMs);
    warm();
    const result = await child.next<LoadResult>(order.seconds * 1_000 + graceMs);
    if (result.bad > 0)
      throw new Error(`${order.name}: ${result.bad} of ${result.good + result.bad} were no success`);
    return result;
  } finally {
    await child.stop();
  }
}
