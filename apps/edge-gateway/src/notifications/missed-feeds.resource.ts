import { checkWindow, idParam, Paging, pagingQuery, utcTimestamp } from "@marketplace/conventions";
import { z } from "zod";
import { type Application, isUsable } from "../applications/applications.repo.ts";
import type { Deps } from "../deps.ts";
import { operation, resource } from "../kit.ts";
import { problems } from "../problems.ts";
import type { MissedDelivery } from "./missed-feeds.repo.ts";
import { Notification, notificationOf } from "./notification.schema.ts";
import { missedFor } from "./notifications.service.ts";

const MissedFeed = Notification.extend({
  sent: z.string().describe("When the last attempt was made, ISO 8601 UTC"),
  attempts: z.int().describe("Number of attempts made"),
  failure: z.string().describe("Why the last attempt was not acknowledged"),
}).meta({ id: "MissedFeed" });

const MissedFeeds = z
  .object({
    messages: z.array(MissedFeed).describe("Notifications without acknowledgement, latest first"),
    paging: Paging.describe("Which block this is"),
  })
  .meta({ id: "MissedFeeds" });

const missedFeedOf = (delivery: MissedDelivery): z.output<typeof MissedFeed> => ({
  ...notificationOf(delivery, { attempts: delivery.attempts, sent: delivery.sent_at }),
  sent: utcTimestamp(delivery.sent_at),
  failure: delivery.failure,
});

const listed = ({ clock }: Deps): Date => new Date(clock.now().getTime() - missedFor);

async function ownApplication({ applications }: Deps, id: number, userId: number): Promise<Application> {
  const application = await applications.find(id);
  if (!application) throw problems.application_not_found({ id });
  if (application.owner_id !== userId) throw problems.not_the_owner();
  return application;
}

const listMissedFeeds = operation({
  id: "listMissedFeeds",
  method: "GET",
  path: "/missed_feeds",
  example: "/missed_feeds?app_id=3167204918",
  summary: "Lists the notifications of the last two days that the application did not acknowledge",
  query: { app_id: idParam().describe("Application of the caller"), ...pagingQuery },
  response: MissedFeeds,
  errors: [problems.application_not_found, problems.not_the_owner],
  async handle({ query: { app_id, limit, offset }, caller }, deps) {
    checkWindow({ limit, offset });
    await ownApplication(deps, app_id, caller.userId);
    const { missed } = deps.notifications;
    const { total, deliveries } = await missed.list(app_id, listed(deps), { limit, offset });
    return { messages: deliveries.map(missedFeedOf), paging: { total, offset, limit } };
  },
});

const replayMissedFeed = operation({
  id: "replayMissedFeed",
  method: "POST",
  path: "/missed_feeds/{_id}/replay",
  example: "/missed_feeds/6f1b0c9e-3c52-4f0e-9a44-0c6a8a1c2f57/replay",
  summary: "Puts a missed notification back for delivery, with all attempts before it",
  params: { _id: z.uuid().describe("Id of the notification") },
  response: MissedFeed,
  errors: [
    problems.missed_feed_not_found,
    problems.not_the_owner,
    problems.application_not_found,
    problems.application_disabled,
  ],
  async handle({ params: { _id }, caller }, deps) {
    const { missed } = deps.notifications;
    const delivery = await missed.find(_id, listed(deps));
    if (!delivery) throw problems.missed_feed_not_found({ id: _id });
    const application = await ownApplication(deps, delivery.application_id, caller.userId);
    if (!isUsable(application)) throw problems.application_disabled();
    // Another request may have replayed it first.
    if (!(await missed.replay(_id, deps.clock.now()))) throw problems.missed_feed_not_found({ id: _id });
    return missedFeedOf(delivery);
  },
});

/** Unacknowledged notifications (decisions 2.3). */
export const missedFeeds = resource({
  name: "Missed feeds",
  description: "Notifications that an application did not acknowledge in any of their attempts",
  fields: MissedFeed,
  related: ["/applications/{id}"],
  connections: { application_id: "/applications/{id}", user_id: "/users/{id}" },
  operations: [listMissedFeeds, replayMissedFeed],
});
