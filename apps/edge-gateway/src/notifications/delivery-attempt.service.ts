import type { Clock, Logger } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import { Webhook } from "standardwebhooks";
import { type Application, type ApplicationsRepo, isUsable } from "../applications/applications.repo.ts";
import type { FailedAttempt } from "./deliveries.repo.ts";
import type { HttpSender, SendResult } from "./http-sender.service.ts";
import { type Delivery, notificationOf } from "./notification.schema.ts";
import { nextAttempt } from "./retry-schedule.rules.ts";

export interface AttemptOptions {
  applications: Pick<ApplicationsRepo, "find">;
  sender: HttpSender;
  clock: Clock;
  systemClock: Clock;
  log: Logger;
  metrics?: Pick<Metrics, "delivery" | "business"> | undefined;
  /** Waits between attempts, in milliseconds. */
  gaps: readonly number[];
  /** Aborted when notifications stop. */
  stopping: AbortSignal;
}

/** How an attempt ended: `failed` is absent when it was acknowledged. */
export interface Outcome {
  id: string;
  failed?: FailedAttempt;
}

/** Makes one attempt to deliver to the application as it is set up now; never rejects. */
export async function attempt(
  options: AttemptOptions,
  delivery: Delivery,
  application: Application | undefined,
): Promise<Outcome> {
  const { clock, gaps, log, metrics } = options;
  const { id } = delivery;
  const startedAt = performance.now();
  const moment = momentOf(options, delivery);
  const { failure } = await send(options, { delivery, moment }, application).catch((error) => {
    log.error({ err: error, ...logFieldsOf(delivery) }, "a notification could not be made");
    return { failure: "the notification could not be made" };
  });
  const milliseconds = performance.now() - startedAt;
  metrics?.delivery(failure === undefined ? "acknowledged" : "failed", milliseconds / 1_000);
  log.info({ ...logFieldsOf(delivery), failure, durationMs: Math.round(milliseconds) }, "notified");
  if (failure === undefined) return { id };
  const dueAt = nextAttempt(moment.attempts, clock.now(), { gaps });
  return { id, failed: { id, attempts: moment.attempts, sentAt: moment.sent, failure, dueAt } };
}

const momentOf = ({ clock }: AttemptOptions, { attempts }: Delivery) => ({
  attempts: attempts + 1,
  sent: clock.now(),
});

/** Sends a delivery once more, with the number that it had; whatever comes of it changes nothing else. */
export async function sendAgain(options: AttemptOptions, delivery: Delivery): Promise<SendResult> {
  const application = await options.applications.find(delivery.application_id);
  return send(options, { delivery, moment: momentOf(options, delivery) }, application);
}

/** What the log says of a delivery: by the request's id it is found from where it began. */
const logFieldsOf = ({ id, request_id, application_id, topic, attempts }: Delivery) => ({
  ...(request_id !== null && { requestId: request_id }),
  delivery: id,
  applicationId: application_id,
  topic,
  attempts: attempts + 1,
});

interface Message {
  delivery: Delivery;
  /** In domain time. */
  moment: { attempts: number; sent: Date };
}

async function send(
  options: AttemptOptions,
  message: Message,
  application: Application | undefined,
): Promise<SendResult> {
  if (application && !isUsable(application)) return { failure: "the application is disabled" };
  if (!application?.callback_url) return { failure: "the application has no callback URL" };
  const { delivery } = message;
  return options.sender.send({
    url: application.callback_url,
    // Signed in real time: receivers refuse signatures that are not fresh.
    ...signed(application, message, options.systemClock.now()),
    requestId: delivery.request_id ?? undefined,
    origin: delivery,
    stopping: options.stopping,
  });
}

/** The request of an attempt, with the headers of Standard Webhooks (decisions 4.2). */
function signed({ webhook_secret }: Application, { delivery, moment }: Message, signedAt: Date) {
  const body = JSON.stringify(notificationOf(delivery, moment));
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "marketplace-notifications",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(Math.floor(signedAt.getTime() / 1000)),
      "webhook-signature": new Webhook(webhook_secret).sign(delivery.id, signedAt, body),
    },
  };
}
