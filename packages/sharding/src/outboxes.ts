import { outboxLag } from "@marketplace/events";
import type { Metrics, OutboxLag, SiteState } from "@marketplace/telemetry";

interface OneDatabase {
  db: { pool: Parameters<typeof outboxLag>[0] & SiteState["pool"] };
  clock: { now(): Date };
}

interface Observed {
  telemetry: { metrics: Pick<Metrics, "watchSites"> };
  sites?: { opened(): ReadonlyMap<string, OneDatabase> } | undefined;
}

interface Databases extends OneDatabase {
  sites?: { gather<T>(work: (deps: OneDatabase) => Promise<T>): Promise<T[]> } | undefined;
}

/** What waits in the outbox of one database. */
export const outboxOf = ({ db, clock }: OneDatabase): Promise<OutboxLag> => outboxLag(db.pool, clock.now());

/** The outboxes of all databases. */
export const outboxesOf = ({ sites, ...home }: Databases): Promise<OutboxLag[]> =>
  sites ? sites.gather(outboxOf) : Promise.all([outboxOf(home)]);

/** How many events wait in all, and the age of the oldest. */
export const worstOf = (outboxes: readonly OutboxLag[]): OutboxLag => ({
  count: outboxes.reduce((sum, { count }) => sum + count, 0),
  oldestSeconds: Math.max(0, ...outboxes.map(({ oldestSeconds }) => oldestSeconds)),
});

/** Adds the metrics of the sites' databases. */
export function observeSites<Deps extends Observed>(deps: Deps): Deps {
  deps.telemetry.metrics.watchSites(() => statesOf(deps.sites?.opened() ?? new Map()));
  return deps;
}

/** What metrics tell of the sites' databases. */
export const statesOf = (sites: ReadonlyMap<string, OneDatabase>): ReadonlyMap<string, SiteState> =>
  new Map([...sites].map(([site, own]) => [site, { pool: own.db.pool, outbox: () => outboxOf(own) }]));
