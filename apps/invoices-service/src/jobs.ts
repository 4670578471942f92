import { startRelay } from "@marketplace/events";
import { openEarly, sweep } from "@marketplace/object-store";
import { repeat } from "@marketplace/server";
import { startInEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { createMailDispatcher } from "./mail/mail-dispatcher.job.ts";
import type { OutgoingMailRepo } from "./mail/outgoing-mail.repo.ts";
import { createPackSiteFinder } from "./packs/pack-sites.job.ts";

/** How often each job looks for work when nothing wakes it, in milliseconds. */
const every = { mail: 1_000, packSites: 60_000, purge: 3_600_000 } as const;

/** Under load e-mails are sent in batches: a run for each order would cost more than the order itself. */
const batchMs = 100;

interface Jobs {
  stop(): Promise<void>;
}

/** Starts the jobs of each database. Any number of replicas may run them. */
export async function startJobs(deps: Deps): Promise<Jobs> {
  const { store, log } = deps;
  openEarly(store, log);
  const ofEach = startInEach(deps, (of, siteId) => startJobsOf({ ...of, mail: mailOf(deps, of, siteId) }));
  // At home alone: what a site's database has says its site.
  const packSites = repeat(createPackSiteFinder(deps), { everyMs: every.packSites, log });
  return {
    async stop() {
      await Promise.all([ofEach.stop(), packSites.stop()]);
    },
  };
}

/** E-mails of one database. When the site moves while one is sent, it is settled in the new database. */
function mailOf({ sites }: Deps, { mail }: Deps, siteId: string | undefined): OutgoingMailRepo {
  if (!sites || siteId === undefined) return mail;
  return {
    ...mail,
    remove: (id) => sites.alone(siteId, (of) => of.mail.remove(id)),
    postpone: (...given) => sites.alone(siteId, (of) => of.mail.postpone(...given)),
  };
}

function startJobsOf(deps: Deps): Jobs {
  const { db, outbox, notifications, log } = deps;
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
