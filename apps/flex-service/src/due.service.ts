import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import { cutoffsOf } from "./configuration/cutoff-moments.rules.ts";
import type { Deps } from "./deps.ts";
import { takeDueSteps } from "./shipments/life.service.ts";
import { tellUntold } from "./shipments/tell-orders.service.ts";

/** Steps of shipments, and the cutoffs of sellers. */
export function dueWorkOf(deps: Deps): DueWork {
  const { everywhere, catalog } = deps;
  return dueWork(
    [
      { kind: "step", list: everywhere.shipments.stepsDue },
      {
        kind: "cutoff",
        passive: true,
        async list(range) {
          const zones = new Map((await catalog.sites({})).map(({ id, time_zone }) => [id, time_zone]));
          const active = await everywhere.subscriptions.active();
          return active.flatMap((one) => cutoffsOf(one, zones.get(one.siteId), range));
        },
      },
    ],
    async () => {
      await inEach(deps, takeDue);
    },
  );
}

/** Does what is due in one database. */
async function takeDue(deps: Deps): Promise<void> {
  await takeDueSteps(deps);
  await tellUntold(deps);
  await publishRecorded({ pool: deps.db.pool, notifications: deps.notifications });
}
