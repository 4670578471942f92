import { publishRecorded } from "@marketplace/events";
import { type DueWork, dueWork } from "@marketplace/server";
import { inEach } from "@marketplace/sharding";
import type { Deps } from "./deps.ts";
import { removeUnused } from "./messages/attachments/unused-attachments.job.ts";
import { cancelUnpaid, completeCancellations, unpaidLifeMs } from "./orders/cancellations.service.ts";
import { returnRemainingUnits } from "./orders/returned-stock.service.ts";
import { createMissingShipments } from "./orders/shipments.service.ts";

/** The ends of orders that nobody pays and of files that no message uses. */
export function dueWorkOf(deps: Deps): DueWork {
  const { orders, attachments } = deps.everywhere;
  return dueWork(
    [
      { kind: "expiry", list: (range) => orders.unpaidEnding(range, unpaidLifeMs) },
      { kind: "expiry", list: attachments.ending },
    ],
    async () => {
      await inEach(deps, doDue);
    },
  );
}

/** Does what is due in one database. */
async function doDue(deps: Deps): Promise<void> {
  await createMissingShipments(deps);
  await cancelUnpaid(deps);
  await completeCancellations(deps);
  await returnRemainingUnits(deps);
  await removeUnused(deps);
  await publishRecorded({ pool: deps.db.pool, notifications: deps.notifications });
}
