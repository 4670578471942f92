import { outboxLag } from "@marketplace/events";
import type { OutboxLag, SiteState } from "@marketplace/telemetry";
import { type FanOut, inEach } from "./each-database.ts";

/** What metrics need of the dependencies on a database. */
export interface OneDatabase {
  db: { pool: Parameters<typeof outboxLag>[0] & SiteState["pool"] };
  clock: { now(): Date };
}

/** What waits in the outbox of one database. */
export const outboxOf = ({ db, clock }: OneDatabase): Promise<OutboxLag> => outboxLag(db.pool, clock.now());

/** The outboxes of all databases. */
export const outboxesOf = <Deps extends OneDatabase & FanOut<Deps>>(deps: Deps): Promise<OutboxLag[]> =>
  inEach(deps, outboxOf);

/** How many events wait in all, and the age of the oldest. */
export const worstOf = (outboxes: readonly OutboxLag[]): OutboxLag => ({
  count: outboxes.reduce((sum, { count }) => sum + count, 0),
  oldestSeconds: Math.max(0, ...outboxes.map(({ oldestSeconds }) => oldestSeconds)),
});

/** What metrics tell of the sites' databases. */
export const statesOf = (sites: ReadonlyMap<string, OneDatabase>): ReadonlyMap<string, SiteState> =>
  new Map([...sites].map(([site, own]) => [site, { pool: own.db.pool, outbox: () => outboxOf(own) }]));
