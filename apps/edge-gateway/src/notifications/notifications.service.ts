import type { NotificationsRpc } from "@marketplace/contracts";
import { dayMs } from "@marketplace/conventions";
import type { GatewayDatabase } from "@marketplace/database/gateway";
import { type Clock, type Logger, repeat, type SystemClock, watchClockSetBack } from "@marketplace/server";
import type { Metrics } from "@marketplace/telemetry";
import type { ApplicationsRepo } from "../applications/applications.repo.ts";
import { createDeliveriesRepo, type DeliveriesRepo } from "./deliveries.repo.ts";
import { prepareQueue, startWorker, type Worker } from "./delivery.job.ts";
import { sendAgain } from "./delivery-attempt.service.ts";
import { dispatcher } from "./dispatcher.service.ts";
import {
  type AroundSend,
  createHttpSender,
  type HttpSenderOptions,
  type SendAgain,
} from "./http-sender.service.ts";
import { createMissedFeedsRepo } from "./missed-feeds.repo.ts";
import type { Delivery } from "./notification.schema.ts";
import { longestWaits, standardGaps } from "./retry-schedule.rules.ts";

export type Notifications = ReturnType<typeof createNotifications>;

export interface NotificationsOptions extends Omit<HttpSenderOptions, "aroundSend"> {
  aroundSend?: AroundSend | undefined;
  db: GatewayDatabase;
  databaseUrl: string;
  applications: Pick<ApplicationsRepo, "find">;
  /** By which notifications are due. */
  clock: Clock;
  /** By which claims end and attempts are signed. */
  systemClock: SystemClock;
  log: Logger;
  /** Told of attempts, and asked for what waits. */
  metrics?: Pick<Metrics, "delivery" | "watchDeliveries" | "business">;
  /** Waits between attempts in milliseconds; those of decisions 4.2 when absent. */
  gaps?: readonly number[];
  /** Attempts to one application at once in this process; 32 when absent. */
  parallel?: number;
  /** Applications delivered to at once in this process; 64 when absent. */
  concurrency?: number;
}

/** How long a missed notification can be listed and replayed (decisions 4.2), in milliseconds. */
export const missedFor = 2 * dayMs;
// An event that is published again after this time is delivered again: at least once.
const knownFor = 7 * dayMs;
const lookAroundMs = 5_000;
const bookkeepingMs = 5_000;

/** Takes events, delivers them, keeps what was missed (decisions section 4); nothing runs before `start`. */
export function createNotifications(options: NotificationsOptions) {
  const { db, databaseUrl, applications, clock, systemClock, log, metrics } = options;
  const { timeoutMs, aroundSend, gaps = standardGaps, parallel = 32, concurrency = 64 } = options;
  const deliveries = createDeliveriesRepo(db);
  // The senders of deliveries give them out.
  const again: SendAgain = (origin) => sendAgain({ ...parts, gaps }, origin as Delivery);
  const queue = { again, nextAttempts: deliveries.nextAttempts };
  const sender = createHttpSender({
    ...options,
    aroundSend: aroundSend && ((send) => aroundSend(send, queue)),
  });
  const claimMs = timeoutMs + bookkeepingMs;
  const stopping = new AbortController();
  const { signal } = stopping;
  const parts = { deliveries, applications, sender, clock, systemClock, log, metrics, stopping: signal };
  const { deliver, settled, stop } = dispatcher({ ...parts, parallel, claimMs, gaps });
  const waiting = () => ({ due: clock.now(), present: systemClock.now(), claimMs });
  metrics?.business.deliveryFailed.inc(0);
  metrics?.watchDeliveries(() => deliveries.waiting(clock.now()));
  const queueReady = once(() => prepareQueue(databaseUrl, log));

  return {
    missed: createMissedFeedsRepo(db),
    /** How many deliveries wait for their next attempt. */
    async waiting(): Promise<number> {
      const { due, later } = await deliveries.waiting(clock.now());
      return due + later;
    },
    /** Delivers all due notifications of an application, and those that become due meanwhile. */
    deliver,
    async publish({ events }: Parameters<NotificationsRpc["publish"]>[0]) {
      await queueReady();
      return { accepted: await deliveries.take(events, clock.now()) };
    },
    /** Delivers in the background; safe on any number of replicas. */
    async start(): Promise<Worker> {
      await queueReady();
      const worker = await startWorker({ databaseUrl, dispatcher: { deliver }, concurrency, log });
      const look = lookOf({ deliveries, clock, systemClock, waiting, waits: longestWaits(gaps) });
      // Claims of killed processes: nothing else would deliver them.
      const lookout = repeat(
        () => look().catch((err) => log.warn({ err }, "overdue notifications could not be looked for")),
        { everyMs: lookAroundMs, log },
      );
      lookout.wake();
      return {
        async stop() {
          stopping.abort();
          await lookout.stop();
          await Promise.all([stop(), worker.stop()]);
        },
      };
    },
    /** Makes all attempts that are due, and whatever becomes due meanwhile; fewer when notifications stop. */
    async deliverDue(): Promise<void> {
      for (;;) {
        const due = await deliveries.dueApplications(waiting());
        await Promise.all(due.map(deliver));
        // The worker's attempts, which claimed theirs before.
        await settled();
        if (due.length === 0 || signal.aborted) return;
      }
    },
    /** What waits: for an attempt, or for its end after two days on the list of missed feeds. */
    due: { attempts: deliveries.attemptsDue, ends: deliveries.endsOfMissed(missedFor) },
    /** Deletes missed notifications after two days and known events after a week. */
    async purge(now: Date): Promise<void> {
      const before = (age: number) => new Date(now.getTime() - age);
      await deliveries.purge({ missedBefore: before(missedFor), takenBefore: before(knownFor) });
    },
    close: () => sender.close(),
  };
}

interface Look {
  deliveries: Pick<DeliveriesRepo, "anyAfter" | "shorten" | "wakeDue">;
  clock: Clock;
  systemClock: SystemClock;
  waiting: () => Parameters<DeliveriesRepo["wakeDue"]>[0];
  waits: readonly number[];
}

/** Schedules jobs for due deliveries. After the clock was set back it first shortens the waits. */
function lookOf({ deliveries, clock, systemClock, waiting, waits }: Look): () => Promise<void> {
  const wasSetBack = watchClockSetBack(systemClock);
  const longestMs = Math.max(...waits);
  let isToShorten = false;
  return async () => {
    isToShorten = wasSetBack() || isToShorten || (await deliveries.anyAfter(clock.now(), longestMs));
    if (isToShorten) await deliveries.shorten(clock.now(), waits);
    isToShorten = false;
    await deliveries.wakeDue(waiting());
  };
}

/** Runs the work once; again only if it failed. */
function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work().catch((error) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
