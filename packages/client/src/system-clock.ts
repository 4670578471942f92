import { setTimeout as delay } from "node:timers/promises";
import type { Clock } from "./send.ts";

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) => delay(ms, undefined, { signal }),
};
