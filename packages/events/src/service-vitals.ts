import { processVitals, type Vitals } from "@marketplace/contracts";
import type pg from "pg";
import { outboxLag } from "./outbox-lag.ts";

interface Watched {
  db: { pool: pg.Pool };
  clock: { now(): Date };
}

/** What a service with an outbox says of itself; `mail` where it sends e-mails. */
export async function serviceVitals({ db, clock }: Watched, mail: Vitals["mail"] = null): Promise<Vitals> {
  const { count, oldestSeconds } = await outboxLag(db.pool, clock.now());
  return { ...processVitals(), outbox: { waiting: count, oldest_seconds: oldestSeconds }, mail };
}
