import { siteOfItem } from "@marketplace/database";
import type { SiteDatabases } from "@marketplace/sharding";
import { VisitsLeft } from "../visits/visit-counter.service.ts";
import type { VisitsRepo } from "../visits/visits.repo.ts";

/** Counts visits where their items are. When one database is away those of the others are counted. */
export const visitsBySite = (
  sites: Pick<SiteDatabases<{ visits: VisitsRepo }>, "alone">,
): Pick<VisitsRepo, "add"> => ({
  async add(visits) {
    const groups = [...Map.groupBy(visits, ({ itemId }) => siteOfItem(itemId))];
    const outcomes = await Promise.allSettled(
      groups.map(([siteId, some]) => sites.alone(siteId, (of) => of.visits.add(some))),
    );
    const left = groups.flatMap(([, some], at) => (outcomes[at]?.status === "rejected" ? some : []));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw new VisitsLeft(left, { cause: failed.reason });
  },
});
