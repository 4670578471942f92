import { utcTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import type { World } from "../world.ts";
import { type Attempt, type Delivery, payloadOf } from "./delivery-log.ts";
import { nextAttemptsOf } from "./delivery-queue.ts";
import type { NotificationDetails, NotificationPage, NotificationView } from "./notifications.schema.ts";

const summaryOf = (delivery: Delivery) => {
  const { id, requestId = null, attempts } = delivery;
  const { topic, resource, user_id, application_id } = payloadOf(delivery);
  const { at = 0, result = {} } = attempts.at(-1) ?? {};
  return {
    id,
    topic,
    resource,
    user_id,
    application_id,
    request_id: requestId,
    status: result.failure === undefined ? ("acknowledged" as const) : ("failed" as const),
    last_attempt_at: utcTimestamp(new Date(at)),
    last_answer: result.status ?? null,
  };
};

export const viewOf = (delivery: Delivery): z.output<typeof NotificationView> => ({
  ...summaryOf(delivery),
  attempts: delivery.attempts.length,
});

const timeOf = (at: Date | undefined) => (at ? utcTimestamp(at) : null);

/** Elements of the list, with when their next attempts are due. */
export async function listed(
  world: World,
  deliveries: readonly Delivery[],
): Promise<z.output<typeof NotificationPage>["results"]> {
  const next = await nextAttemptsOf(world, deliveries);
  return deliveries.map((one) => ({ ...viewOf(one), next_attempt_at: timeOf(next.get(one.id)) }));
}

export async function detailsOf(
  world: World,
  delivery: Delivery,
): Promise<z.output<typeof NotificationDetails>> {
  const next = await nextAttemptsOf(world, [delivery]);
  return {
    ...summaryOf(delivery),
    next_attempt_at: timeOf(next.get(delivery.id)),
    attempts: delivery.attempts.map(attemptView),
  };
}

const attemptView = ({ at, durationMs, url, headers, body, sent, resent, result }: Attempt) => ({
  at: utcTimestamp(new Date(at)),
  duration_ms: Math.round(durationMs * 100) / 100,
  url,
  sent,
  resent,
  headers: { ...headers },
  body,
  answer: result.status === undefined ? null : { status: result.status, body: result.answer ?? "" },
  failure: result.failure ?? null,
});
