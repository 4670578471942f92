import { setTimeout as delay } from "node:timers/promises";

/** For what a busy machine does. */
export const timeoutMs = 120_000;

/** Polls until the condition holds; throws when it does not come. */
export async function until(what: string, check: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(500))
    if (await check()) return;
  throw new Error(`${what}: not within ${timeoutMs} ms`);
}
