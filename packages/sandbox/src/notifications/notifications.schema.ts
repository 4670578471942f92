import { idParam, Paging, pagingQuery } from "@marketplace/conventions";
import { z } from "zod";

export const notificationId = { id: z.string().describe("`_id` of the notification") };

export const notificationQuery = {
  topic: z.string().optional().describe("Topic of the notification"),
  application: idParam().optional().describe("Application that it is for"),
  status: z
    .string()
    .regex(/^(?:acknowledged|failed|[1-5](?:\d\d|xx))$/i, "must be acknowledged, failed, a status, or 5xx")
    .transform((text) => text.toLowerCase())
    .optional()
    .describe(
      "How the last attempt ended: `acknowledged`, `failed`, or what the receiver answered, such as `500` or `5xx`",
    ),
  ...pagingQuery,
};

const AttemptView = z
  .object({
    at: z.iso.datetime().describe("When it was made, in real time"),
    duration_ms: z.number().describe("How long it took, in milliseconds"),
    url: z.string().describe("Where it went"),
    sent: z.boolean().describe("Whether it left: a fault may have held it back"),
    resent: z.boolean().describe("Whether the lab was told to make it"),
    headers: z.record(z.string(), z.string()).describe("Its headers, with the signature"),
    body: z.string().describe("Its body, byte for byte as it was signed"),
    answer: z
      .object({
        status: z.int().describe("Status of the receiver's answer"),
        body: z.string().describe("How its body begins"),
      })
      .nullable()
      .describe("What the receiver answered; null where it did not"),
    failure: z.string().nullable().describe("Why it failed; null when it was acknowledged"),
  })
  .meta({ id: "NotificationAttempt" });

export const NotificationView = z
  .object({
    id: z.string().describe("`_id` of the notification, the same on every attempt"),
    topic: z.string().describe("What kind of element it is about"),
    resource: z.string().describe("The element"),
    user_id: z.int().describe("User that it concerns"),
    application_id: z.int().describe("Application that it is for"),
    request_id: z.string().nullable().describe("The request that caused it; null where there is none"),
    status: z.enum(["acknowledged", "failed"]).describe("How the last attempt ended"),
    attempts: z.int().describe("Attempts so far"),
    last_attempt_at: z.iso.datetime().describe("When the last attempt was made, in real time"),
    last_answer: z.int().nullable().describe("Status that the receiver answered last; null where it did not"),
  })
  .meta({ id: "DeliveredNotification" });

/** With what only the deliveries that wait can tell. */
const next_attempt_at = z.iso
  .datetime()
  .nullable()
  .describe("When the next attempt is due, by the world's clock; null where none follows");

const ListedNotification = NotificationView.extend({ next_attempt_at }).meta({ id: "ListedNotification" });

export const NotificationPage = z
  .object({
    paging: Paging,
    results: z.array(ListedNotification).describe("The notifications, newest first"),
  })
  .meta({ id: "DeliveredNotificationPage" });

export const NotificationDetails = ListedNotification.omit({ attempts: true })
  .extend({ attempts: z.array(AttemptView).describe("All attempts, in order; the latest 50 at most") })
  .meta({ id: "DeliveredNotificationDetails" });
