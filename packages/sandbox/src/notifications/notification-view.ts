import { utcTimestamp } from "@marketplace/conventions";
import type { z } from "zod";
import { type Attempt, type Delivery, payloadOf } from "./delivery-log.ts";
import type { NotificationDetails, NotificationView } from "./notifications.schema.ts";

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

export const detailsOf = (delivery: Delivery): z.output<typeof NotificationDetails> => ({
  ...summaryOf(delivery),
  attempts: delivery.attempts.map(attemptView),
});

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
