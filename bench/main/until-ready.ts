import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds until a URL answers below 500. Rejects after the timeout, or when `alive` returns false. */
export async function untilReady(url: string, withinMs: number, alive: () => boolean): Promise<number> {
  const startedAt = performance.now();
  while (alive() && performance.now() - startedAt < withinMs) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined);
    if (answer && answer.status < 500) return performance.now() - startedAt;
    await delay(10);
  }
  throw new Error(
    `${url} ${alive() ? `did not answer within ${withinMs / 1_000} s` : "ended before it answered"}`,
  );
}
