import { utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";

/** A delivery as the database keeps it. */
export interface Delivery {
  id: string;
  application_id: number;
  topic: string;
  resource: string;
  user_id: number;
  /** What was done, for topics that say so. */
  actions: string[] | null;
  /** Of the request that caused the event. */
  request_id: string | null;
  received_at: Date;
  /** Attempts that failed. */
  attempts: number;
}

/** The message that applications receive (spec: Notification; decisions 4.2). */
export const Notification = z.object({
  _id: z.uuid().describe("Id of the notification, the same on every attempt"),
  resource: z.string().describe("Path of the element created or updated; of a message its bare id"),
  user_id: z.int().describe("User the notification concerns"),
  actions: z.array(z.string()).optional().describe("Topic messages: created or read"),
  topic: z.string().describe("What kind of element it is"),
  application_id: z.int().describe("Application it is for"),
  attempts: z.int().describe("Number of attempts, this one included"),
  sent: z.string().describe("When this attempt was made, ISO 8601 UTC"),
  received: z.string().describe("When the event was taken for delivery, ISO 8601 UTC"),
});
export type Notification = z.output<typeof Notification>;

/** The message of a delivery's attempt number `attempts` at `sent`. */
export const notificationOf = (
  delivery: Delivery,
  { attempts, sent }: { attempts: number; sent: Date },
): Notification => ({
  _id: delivery.id,
  resource: delivery.resource,
  user_id: delivery.user_id,
  ...(delivery.actions && { actions: delivery.actions }),
  topic: delivery.topic,
  application_id: delivery.application_id,
  attempts,
  sent: utcTimestamp(sent),
  received: utcTimestamp(delivery.received_at),
});
