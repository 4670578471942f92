import type { Clock, Logger } from "@marketplace/conventions";
import { Webhook } from "standardwebhooks";
import type { Application, ApplicationsRepo } from "../applications/applications.repo.ts";
import type { DeliveriesRepo, FailedAttempt } from "./deliveries.repo.ts";
import { type Delivery, notificationOf } from "./notification.ts";
import type { Poster } from "./poster.ts";
import { nextAttempt } from "./schedule.ts";

export interface CourierOptions {
  deliveries: DeliveriesRepo;
  applications: Pick<ApplicationsRepo, "find">;
  poster: Poster;
  clock: Clock;
  log: Logger;
  /** Attempts to one application at once. */
  parallel: number;
  /** For how long a claim holds, in milliseconds: longer than any attempt and its bookkeeping take. */
  claimMs: number;
  gaps: readonly number[];
}

/**
 * Delivers what is due, application by application. Each has its own round of attempts, so one whose endpoint hangs
 * waits for nobody but itself; a round that is asked for while one runs in this process is appended to that.
 */
export interface Courier {
  /** Delivers until nothing is due for the application. */
  deliver(applicationId: number): Promise<void>;
  /** Ends every round after the attempts at hand, and starts none any more. */
  stop(): Promise<void>;
}

/** A courier for this process. */
export function courier(options: CourierOptions): Courier {
  const rounds = new Map<number, { again: boolean; finished: Promise<void> }>();
  let stopped = false;

  const deliverAll = async (applicationId: number, round: { again: boolean }) => {
    try {
      while (round.again && !stopped) {
        round.again = false;
        while (!stopped && (await deliverSome(options, applicationId)));
      }
    } finally {
      rounds.delete(applicationId);
    }
  };

  return {
    async deliver(applicationId) {
      const running = rounds.get(applicationId);
      if (running) {
        running.again = true;
        return;
      }
      const round = { again: true, finished: Promise.resolve() };
      rounds.set(applicationId, round);
      round.finished = deliverAll(applicationId, round);
      await round.finished;
    },
    async stop() {
      stopped = true;
      await Promise.allSettled([...rounds.values()].map(({ finished }) => finished));
    },
  };
}

/** One batch of attempts, all at once; whether more may be due. */
async function deliverSome(options: CourierOptions, applicationId: number): Promise<boolean> {
  const { deliveries, applications, clock, parallel, claimMs } = options;
  const now = clock.now();
  const until = new Date(now.getTime() + claimMs);
  const claimed = await deliveries.claim(applicationId, { now, until, limit: parallel });
  if (claimed.length === 0) return false;
  // Looked at for each batch: a changed URL or secret counts from now on.
  const application = await applications.find(applicationId);
  const outcomes = await Promise.all(claimed.map((delivery) => attempt(options, delivery, application)));
  const failures = outcomes.filter((outcome) => outcome !== undefined);
  const failed = new Set(failures.map(({ id }) => id));
  await deliveries.acknowledge(claimed.map(({ id }) => id).filter((id) => !failed.has(id)));
  await deliveries.fail(failures, clock.now());
  return claimed.length === parallel;
}

/** Makes one attempt; `undefined` when it was acknowledged. */
async function attempt(
  { poster, clock, gaps }: CourierOptions,
  delivery: Delivery,
  application: Application | undefined,
): Promise<FailedAttempt | undefined> {
  const sentAt = clock.now();
  const attempts = delivery.attempts + 1;
  const failure = application?.callback_url
    ? await poster.post(application.callback_url, signed(application, delivery, { attempts, sent: sentAt }))
    : "the application has no callback URL";
  if (failure === undefined) return undefined;
  return { id: delivery.id, attempts, sentAt, failure, dueAt: nextAttempt(attempts, clock.now(), { gaps }) };
}

/** The request of an attempt, with the headers of Standard Webhooks (decisions 4.2). */
function signed(application: Application, delivery: Delivery, moment: { attempts: number; sent: Date }) {
  const body = JSON.stringify(notificationOf(delivery, moment));
  return {
    body,
    headers: {
      "Content-Type": "application/json",
      "User-Agent": "marketplace-notifications",
      "webhook-id": delivery.id,
      "webhook-timestamp": String(Math.floor(moment.sent.getTime() / 1000)),
      "webhook-signature": new Webhook(application.webhook_secret).sign(delivery.id, moment.sent, body),
    },
  };
}
