import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import type { Deps } from "./deps.ts";
import { closeExpired } from "./items/expired-items.job.ts";

/** The ends of listings. */
export function dueWorkOf(deps: Deps): DueWork {
  const { items, closings, db, clients } = deps;
  return dueWork([{ kind: "expiry", list: items.ending }], async () => {
    await closeExpired(deps);
    await closings.sendAll();
    await publishRecorded({ pool: db.pool, notifications: clients.notifications });
  });
}
