import { startRelay } from "@marketplace/events";
import { sweep } from "@marketplace/object-store";
import { repeat } from "@marketplace/server";
import type { Deps } from "./deps.ts";
import { createMailDispatcher } from "./mail/mail-dispatcher.job.ts";

/** How often each job looks for work when nothing wakes it, in milliseconds. */
const every = { mail: 1_000, purge: 3_600_000 } as const;

/** Under load e-mails are sent in batches: a run for each order would cost more than the order itself. */
const batchMs = 100;

/** Starts the jobs. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<{ stop(): Promise<void> }> {
  const { db, outbox, notifications, log } = deps;
  // Opens a lazy store now: opening converts the files of an earlier release, which a backup waits for.
  deps.store.ready().catch((err: unknown) => log.warn({ err }, "the object store is not ready"));
  const relay = startRelay({ pool: db.pool, outbox, notifications, log });
  const mails = createMailDispatcher(deps);
  const mail = repeat(mails.dispatch, { everyMs: every.mail, restMs: batchMs, log });
  deps.mail.onCommit(mail.wake);
  const jobs = [
    mail,
    repeat((signal) => sweep(deps, signal), { everyMs: deps.sweepIntervalMs, log }),
    repeat(() => deps.purgeIdempotencyKeys(), { everyMs: every.purge, log }),
  ];
  return {
    async stop() {
      await Promise.all([relay.stop(), ...jobs.map((job) => job.stop())]);
      await mails.stop();
    },
  };
}
