import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import { cutoffsOf } from "./configuration/cutoff-moments.rules.ts";
import type { Deps } from "./deps.ts";
import { takeDueSteps } from "./shipments/life.service.ts";
import { tellUntold } from "./shipments/tell-orders.service.ts";

/** Steps of shipments, and the cutoffs of sellers. */
export function dueWorkOf(deps: Deps): DueWork {
  const { shipments, subscriptions, catalog, db, notifications } = deps;
  return dueWork(
    [
      { kind: "step", list: shipments.stepsDue },
      {
        kind: "cutoff",
        passive: true,
        async list(range) {
          const zones = new Map((await catalog.sites({})).map(({ id, time_zone }) => [id, time_zone]));
          const active = await subscriptions.active();
          return active.flatMap((one) => cutoffsOf(one, zones.get(one.siteId), range));
        },
      },
    ],
    async () => {
      await takeDueSteps(deps);
      await tellUntold(deps);
      await publishRecorded({ pool: db.pool, notifications });
    },
  );
}
