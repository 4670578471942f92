import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { closeExpired } from "./items/expired-items.job.ts";

/** The ends of listings. */
export const dueWorkOf = (deps: Deps): DueWork =>
  dueWork([{ kind: "expiry", list: deps.everywhere.items.ending }], async () => {
    await inEach(deps, takeDue);
  });

/** Does what is due in one database. */
async function takeDue(deps: Deps): Promise<void> {
  const { closings, db, clients } = deps;
  await closeExpired(deps);
  await closings.sendAll();
  await publishRecorded({ pool: db.pool, notifications: clients.notifications });
}
