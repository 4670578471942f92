import { outboxLag } from "@marketplace/events";
import type { OutboxLag } from "@marketplace/telemetry";

type Pool = Parameters<typeof outboxLag>[0];

interface Outboxes {
  db: { pool: Pool };
  clock: { now(): Date };
  sites?: { gather<T>(work: (deps: { db: { pool: Pool } }) => Promise<T>): Promise<T[]> } | undefined;
}

/** The outboxes of all databases. */
export function outboxesOf({ sites, db, clock }: Outboxes): Promise<OutboxLag[]> {
  const look = (of: { db: { pool: Pool } }) => outboxLag(of.db.pool, clock.now());
  return sites ? sites.gather(look) : Promise.all([look({ db })]);
}

/** How many events wait in all, and the age of the oldest. */
export const worstOf = (outboxes: readonly OutboxLag[]): OutboxLag => ({
  count: outboxes.reduce((sum, { count }) => sum + count, 0),
  oldestSeconds: Math.max(0, ...outboxes.map(({ oldestSeconds }) => oldestSeconds)),
});
