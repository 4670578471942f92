import { publishRecorded } from "@marketplace/events";
import { type DuePlace, type DueWork, dueWork, firstPlace } from "@marketplace/server";
import { inEach, keptOfEach } from "@marketplace/sharding";
import { cutoffsOf } from "./configuration/cutoff-moments.rules.ts";
import type { Deps } from "./deps.ts";
import { takeDueSteps } from "./shipments/life.service.ts";
import type { StepPlace } from "./shipments/shipments.repo.ts";
import { tellUntold } from "./shipments/tell-orders.service.ts";

/** Steps of shipments, and the cutoffs of sellers. */
export function dueWorkOf(deps: Deps): DueWork {
  const { everywhere, catalog } = deps;
  // Each run would begin with the same shipments that cannot take their steps.
  const placeIn = keptOfEach<Deps, DuePlace<StepPlace>>(firstPlace);
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
      await inEach(deps, (of) => takeDue(of, placeIn(of)));
    },
  );
}

/** Does what is due in one database. */
async function takeDue(deps: Deps, place: DuePlace<StepPlace>): Promise<void> {
  await takeDueSteps(deps, undefined, place);
  await tellUntold(deps);
  await publishRecorded({ pool: deps.db.pool, notifications: deps.notifications });
}
