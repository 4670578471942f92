import { startRelay } from "@marketplace/events";
import type { Deps } from "./deps.ts";
import { sendMail } from "./mail/send-mail.ts";
import { returnAbandoned } from "./orders/purchases.service.ts";
import { createMissingShipments } from "./orders/shipments.ts";
import { sweep } from "./storage/sweep.ts";

/** How often each job looks for work when nothing calls it, in milliseconds. */
const every = { mail: 1_000, purchases: 30_000, shipments: 15_000, purge: 3_600_000 } as const;

/** Starts the background work: events, e-mails, the sweep, unfinished purchases. Any number of replicas may run it. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, outbox, notifications, log } = deps;
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const mail = repeat(deps, every.mail, () => sendMail(deps));
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

/** Runs work at intervals and when woken, never twice at once; a failure is logged and the work is tried again. */
function repeat({ log }: Deps, everyMs: number, work: () => Promise<unknown>): Job {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const run = async () => {
    do {
      again = false;
      await work().catch((err: unknown) =>
        log.warn({ err }, "background work failed and will be tried again"),
      );
    } while (again && !stopped);
    running = undefined;
  };
  const wake = () => {
    if (stopped) return;
    if (running) again = true;
    else running = run();
  };
  const timer = setInterval(() => {
    if (!running) wake();
  }, everyMs);
  return {
    wake,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}
