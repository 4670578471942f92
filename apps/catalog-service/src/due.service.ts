import { publishRecorded } from "@marketplace/events";
import { type DuePlace, type DueWork, dueWork, firstPlace } from "@marketplace/server";
import { inEach, keptOfEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { closeExpired } from "./items/expired-items.job.ts";
import type { ItemEnd } from "./items/items.repo.ts";

/** The ends of listings. */
export function dueWorkOf(deps: Deps): DueWork {
  // Each run would begin with the same items that cannot be closed.
  const placeIn = keptOfEach<Deps, DuePlace<ItemEnd>>(firstPlace);
  return dueWork([{ kind: "expiry", list: deps.everywhere.items.ending }], async () => {
    await inEach(deps, (of) => takeDue(of, placeIn(of)));
  });
}

/** Does what is due in one database. */
async function takeDue(deps: Deps, place: DuePlace<ItemEnd>): Promise<void> {
  const { closings, db, clients } = deps;
  await closeExpired(deps, undefined, place);
  await closings.sendAll();
  await publishRecorded({ pool: db.pool, notifications: clients.notifications });
}
