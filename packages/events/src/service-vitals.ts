import { processVitals, type Vitals } from "@marketplace/contracts";
import type { OutboxLag } from "@marketplace/telemetry";
import type pg from "pg";
import { outboxLag } from "./outbox-lag.ts";

interface Watched {
  db: { pool: pg.Pool };
  clock: { now(): Date };
}

/** What a service with an outbox says of itself; `mail` where it sends e-mails. */
export async function serviceVitals({ db, clock }: Watched, mail: Vitals["mail"] = null): Promise<Vitals> {
  return vitalsWith(await outboxLag(db.pool, clock.now()), mail);
}

/** The same for a service that has looked at its outboxes itself. */
export const vitalsWith = ({ count, oldestSeconds }: OutboxLag, mail: Vitals["mail"] = null): Vitals => ({
  ...processVitals(),
  outbox: { waiting: count, oldest_seconds: oldestSeconds },
  mail,
});
