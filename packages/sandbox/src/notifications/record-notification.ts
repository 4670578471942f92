import type { NotificationMiddleware, OutgoingNotification, SendResult } from "../world.ts";
import { type Delivery, deliveriesOf } from "./delivery-log.ts";

/** First in line: notes the attempts that never leave, because a fault holds them back. */
export const recordAttempt: NotificationMiddleware = async (world, notification, send) => {
  const log = deliveriesOf(world);
  const delivery = log.begin(notification);
  const before = delivery.attempts.at(-1);
  const startedAt = performance.now();
  const result = await send(notification);
  if (delivery.attempts.at(-1) === before)
    log.add(delivery, attemptOf(notification, { result, startedAt, sent: false }));
  return result;
};

/** Last in line: notes what receivers are sent, and what they answer. */
export const recordSending: NotificationMiddleware = async (world, notification, send) => {
  const log = deliveriesOf(world);
  const delivery: Delivery = log.begin(notification);
  const startedAt = performance.now();
  const result = await send(notification);
  log.add(delivery, attemptOf(notification, { result, startedAt, sent: true }));
  return result;
};

interface Outcome {
  result: SendResult;
  startedAt: number;
  sent: boolean;
}

function attemptOf({ url, headers, body }: OutgoingNotification, { result, startedAt, sent }: Outcome) {
  const durationMs = performance.now() - startedAt;
  return { at: Date.now() - durationMs, durationMs, url, headers, body, result, sent, resent: false };
}
