import { setTimeout as wait } from "node:timers/promises";
import type { NotificationMiddleware, OutgoingNotification, SendNotification, World } from "../world.ts";
import { perWorld } from "../world.ts";
import { waitOf } from "./draws.ts";
import type { Facts } from "./matching.ts";
import { faultsOf } from "./request-faults.ts";

/** The longest time that a notification waits for the one that is to overtake it, in milliseconds. */
const overtakenWithinMs = 10_000;

/** Injects the faults of the world's rules into its notifications. */
export const injectNotificationFaults: NotificationMiddleware = async (world, notification, send) => {
  const faults = faultsOf(world);
  const passed = () => passedOf(world).tell(notification.url);
  if (!faults.hasRuleFor("notification")) return send(notification).finally(passed);
  const fault = faults.meet("notification", factsOf(notification));
  const { effect } = fault ?? {};
  if (!fault || !effect) return send(notification).finally(passed);
  if (effect.drop) return { failure: `not sent: the sandbox's fault ${fault.id}` };
  if (effect.reorder) await passedOf(world).next(notification.url, world);
  if (effect.delay) await wait(waitOf(effect.delay, fault.draw));
  if (effect.duplicate) return sentTwice(notification, send).finally(passed);
  const sent = effect.wrong_signature ? wronglySigned(notification) : notification;
  return send(sent).finally(passed);
};

function factsOf({ body }: OutgoingNotification): Facts {
  const { resource, application_id, user_id, topic } = JSON.parse(body) as Record<string, unknown>;
  return {
    method: "POST",
    path: typeof resource === "string" ? resource : undefined,
    applicationId: typeof application_id === "number" ? application_id : undefined,
    userId: typeof user_id === "number" ? user_id : undefined,
    topic: typeof topic === "string" ? topic : undefined,
  };
}

async function sentTwice(notification: OutgoingNotification, send: SendNotification) {
  const first = await send(notification);
  await send(notification);
  return first;
}

/** The signature of other bytes: well formed, and wrong. */
function wronglySigned(notification: OutgoingNotification): OutgoingNotification {
  const signature = `v1,${Buffer.alloc(32).toString("base64")}`;
  return { ...notification, headers: { ...notification.headers, "webhook-signature": signature } };
}

/** Tells notifications that wait for a receiver when another one has gone to it. */
const passedOf = perWorld(() => {
  const waiting = new Map<string, (() => void)[]>();
  return {
    tell(url: string): void {
      for (const go of waiting.get(url) ?? []) go();
      waiting.delete(url);
    },
    next(url: string, { epoch }: World): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, overtakenWithinMs);
        const go = () => {
          clearTimeout(timer);
          resolve();
        };
        waiting.set(url, [...(waiting.get(url) ?? []), go]);
        epoch.ended.addEventListener("abort", go, { once: true });
      });
    },
  };
});
