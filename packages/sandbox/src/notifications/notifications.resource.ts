import { operation, resource } from "../feature.ts";
import { pageOf } from "../page.ts";
import { problems } from "../problems.ts";
import { hasStatus } from "../status.ts";
import type { World } from "../world.ts";
import { type Delivery, deliveriesOf, payloadOf } from "./delivery-log.ts";
import { resend } from "./delivery-queue.ts";
import { detailsOf, listed } from "./notification-view.ts";
import {
  NotificationDetails,
  NotificationPage,
  NotificationView,
  notificationId,
  notificationQuery,
} from "./notifications.schema.ts";

interface Filters {
  topic?: string | undefined;
  application?: number | undefined;
  status?: string | undefined;
}

function isWanted(delivery: Delivery, { topic, application, status }: Filters): boolean {
  const payload = payloadOf(delivery);
  return (
    (topic === undefined || payload.topic === topic) &&
    (application === undefined || payload.application_id === application) &&
    (status === undefined || endedAs(delivery, status))
  );
}

function endedAs({ attempts }: Delivery, wanted: string): boolean {
  const { status, failure } = attempts.at(-1)?.result ?? {};
  if (wanted === "acknowledged") return failure === undefined;
  return wanted === "failed" ? failure !== undefined : hasStatus(status, wanted);
}

const found = (id: string, world: World): Delivery => {
  const delivery = deliveriesOf(world).find(id);
  if (!delivery || delivery.attempts.length === 0) throw problems.notification_not_found({ id });
  return delivery;
};

const listNotifications = operation({
  id: "listNotifications",
  method: "GET",
  path: "/_sandbox/notifications",
  summary:
    "Lists the notifications of the world that were attempted, acknowledged ones included, newest first",
  query: notificationQuery,
  response: NotificationPage,
  async handle({ query, http }, deps) {
    const world = deps.worldOf(http.req);
    const wanted = deliveriesOf(world)
      .latest()
      .filter((one) => isWanted(one, query));
    const { paging, results } = pageOf(wanted, query, (one) => one);
    return { paging, results: await listed(world, results) };
  },
});

const getNotification = operation({
  id: "getNotification",
  method: "GET",
  path: "/_sandbox/notifications/{id}",
  summary: "Reads one notification with every attempt: payload, signature, and the receiver's answer",
  params: notificationId,
  response: NotificationDetails,
  errors: [problems.notification_not_found],
  handle({ params: { id }, http }, deps) {
    const world = deps.worldOf(http.req);
    return detailsOf(world, found(id, world));
  },
});

const resendNotification = operation({
  id: "resendNotification",
  method: "POST",
  path: "/_sandbox/notifications/{id}/resend",
  summary:
    "Sends the notification once more, with the same `_id` and signed again, to the application's present address",
  params: notificationId,
  response: NotificationDetails,
  errors: [problems.notification_not_found, problems.not_resent],
  async handle({ params: { id }, http }, deps) {
    const world = deps.worldOf(http.req);
    const delivery = found(id, world);
    const before = new Set(delivery.attempts);
    const { failure } = await resend(world, delivery);
    const made = delivery.attempts.filter((one) => !before.has(one));
    if (made.length === 0) throw problems.not_resent({ why: failure ?? "it was held back" });
    for (const attempt of made) attempt.resent = true;
    return detailsOf(world, delivery);
  },
});

/** What applications were told. */
export const notifications = resource({
  name: "Notifications",
  description: "The latest 10 000 notifications of the world with every attempt to deliver them",
  fields: NotificationView,
  operations: [listNotifications, getNotification, resendNotification],
});
