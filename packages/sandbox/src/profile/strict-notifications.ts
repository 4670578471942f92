import { setTimeout as wait } from "node:timers/promises";
import type { NotificationMiddleware, SendResult } from "../world.ts";
import { strictnessOf, strictTimeoutMs } from "./strictness.ts";

/** In a strict world a topic that keeps failing is switched off. */
export const strictNotification: NotificationMiddleware = async (world, notification, send) => {
  const strictness = strictnessOf(world);
  if (strictness.profile === "kind") return send(notification);
  const { application_id, topic } = JSON.parse(notification.body) as Record<string, unknown>;
  const key = `${application_id}:${topic}`;
  if (strictness.isOff(key)) return { failure: "the topic is switched off: its receiver kept failing" };
  const result = await send(notification);
  strictness.count(key, result);
  return result;
};

/** In a strict world a receiver has half a second; what it answers later is not waited for. */
export const strictTimeout: NotificationMiddleware = async (world, notification, send) => {
  if (strictnessOf(world).profile === "kind") return send(notification);
  const given = new AbortController();
  const late = wait(strictTimeoutMs, undefined, { signal: given.signal }).then(
    (): SendResult => ({ failure: `no answer within ${strictTimeoutMs} ms` }),
  );
  late.catch(() => {});
  const result = await Promise.race([send(notification), late]);
  given.abort();
  return result;
};
