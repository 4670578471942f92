import { stream } from "@marketplace/conventions";
import { z } from "zod";
import { operation, resource } from "../feature.ts";
import { deliveriesOf } from "../notifications/delivery-log.ts";
import { viewOf as notificationView } from "../notifications/notification-view.ts";
import { requestsOf } from "../requests/request-log.ts";
import { viewOf as requestView } from "../requests/request-view.ts";
import type { World } from "../world.ts";
import { eventStream, type Follow } from "./event-stream.ts";

const following =
  (world: World): Follow =>
  (send) => {
    const ends = [
      requestsOf(world).follow((recorded) => send("request", requestView(recorded))),
      deliveriesOf(world).follow((delivery) => send("notification", notificationView(delivery))),
    ];
    return () => {
      for (const end of ends) end();
    };
  };

const followWorld = operation({
  id: "followWorld",
  method: "GET",
  path: "/_sandbox/stream",
  summary:
    "Sends each request and each attempt to deliver a notification as it happens: server-sent events `request` and `notification`",
  file: "text/event-stream",
  handle({ http }, deps) {
    const world = deps.worldOf(http.req);
    return stream(eventStream(following(world), { ended: world.epoch.ended }), {
      contentType: "text/event-stream",
      headers: { "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
    });
  },
});

const LiveEvent = z.object({
  event: z
    .enum(["request", "notification", "missed"])
    .describe("What happened; `missed` says how many events a slow client did not get"),
  data: z.unknown().describe("What the lists of requests and of notifications show of it"),
});

/** What happens in a world, live. */
export const live = resource({
  name: "Live view",
  description: "What happens in the world, as it happens",
  fields: LiveEvent,
  operations: [followWorld],
});
