import { setTimeout as elapsed } from "node:timers/promises";
import { startRelay } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { sendMail } from "./mail/send-mail.ts";
import { returnAbandoned } from "./orders/purchases.service.ts";
import { createMissingShipments } from "./orders/shipments.ts";
import { sweep } from "./storage/sweep.ts";

/** How often each job looks for work when nothing calls it, in milliseconds. */
const every = { mail: 1_000, purchases: 30_000, shipments: 15_000, purge: 3_600_000 } as const;

/** Where e-mails are ordered all the time, a round sends what came meanwhile: one for each order would cost more than the orders. */
const gatherMs = 100;

/** Starts the background work: events, e-mails, the sweep, unfinished purchases. Any number of replicas may run it. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, outbox, notifications, log } = deps;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const mail = repeat(deps, every.mail, () => sendMail(deps), gatherMs);
  deps.mail.onCommit(mail.wake);
  const jobs = [
    mail,
    repeat(deps, deps.sweepIntervalMs, () => sweep(deps)),
    repeat(deps, every.purchases, () => returnAbandoned(deps)),
    repeat(deps, every.shipments, () => createMissingShipments(deps)),
    repeat(deps, every.purge, () => deps.purgeIdempotencyKeys()),
  ];
  return {
    async stop() {
      await Promise.all([relay.stop(), ...jobs.map((job) => job.stop())]);
    },
  };
}

interface Job {
  /** Runs it now, or once more after the present run. */
  wake(): void;
  /** Waits for the present run; there will be no other. */
  stop(): Promise<void>;
}

/**
 * Runs work at intervals and when woken, never twice at once nor sooner than `restMs` after the last run; a failure is
 * logged and the work is tried again.
 */
function repeat({ log }: Deps, everyMs: number, work: () => Promise<unknown>, restMs = 0): Job {
  let running: Promise<void> | undefined;
  let again = false;
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    do {
      again = false;
      await work().catch((err: unknown) =>
        log.warn({ err }, "background work failed and will be tried again"),
      );
      if (restMs > 0) await elapsed(restMs, undefined, { signal }).catch(() => {});
    } while (again && !signal.aborted);
    running = undefined;
  };
  const wake = () => {
    if (signal.aborted) return;
    if (running) again = true;
    else running = run();
  };
  const timer = setInterval(() => {
    if (!running) wake();
  }, everyMs);
  return {
    wake,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}
