import type { NotificationMiddleware, OutgoingNotification, SendNotification } from "../world.ts";
import { perWorld } from "../world.ts";
import { waitOf } from "./draws.ts";
import type { Facts } from "./matching.ts";
import { type Pause, pause } from "./pause.ts";
import { faultsOf } from "./request-faults.ts";

/** The longest time that a notification waits for the one that is to overtake it, in milliseconds. */
const overtakenWithinMs = 10_000;

/**
 * Injects the faults of the world's rules into its notifications. One that waits when the world is reset or
 * ends, or its services close, is not sent: the attempt has failed.
 */
export const injectNotificationFaults: NotificationMiddleware = async (world, notification, send) => {
  const faults = faultsOf(world);
  const passed = () => passedOf(world).tell(notification.url);
  if (!faults.hasRuleFor("notification")) return send(notification).finally(passed);
  const fault = faults.meet("notification", factsOf(notification));
  const { effect } = fault ?? {};
  if (!fault || !effect) return send(notification).finally(passed);
  if (effect.drop) return { failure: `not sent: the sandbox's fault ${fault.id}` };
  const signals = [world.epoch.ended, notification.stopping];
  let held: Pause | undefined;
  if (effect.reorder) held = passedOf(world).next(notification.url, signals);
  else if (effect.delay) held = pause(waitOf(effect.delay, fault.draw), signals);
  if ((await held?.ended)?.aborted)
    return { failure: `held back to its end: the sandbox's fault ${fault.id}` };
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

/** Lets notifications that wait for a receiver go when another one has gone to it. */
const passedOf = perWorld(() => {
  const waiting = new Map<string, Set<Pause>>();
  return {
    tell(url: string): void {
      for (const held of waiting.get(url) ?? []) held.end();
      waiting.delete(url);
    },
    next(url: string, signals: readonly (AbortSignal | undefined)[]): Pause {
      const held = pause(overtakenWithinMs, signals);
      const others = waiting.get(url) ?? new Set();
      waiting.set(url, others.add(held));
      void held.ended.then(() => others.delete(held));
      return held;
    },
  };
});
