import type { DueRange, DueRow } from "@marketplace/server";
import { rangesOn } from "../shipments/flex-range.rules.ts";
import { localDate, momentOf, nextDate } from "../shipments/local-time.rules.ts";
import type { Subscription } from "../subscriptions/subscriptions.repo.ts";
import { calculatedCutoff } from "./cutoff.rules.ts";

/** A range that is longer is looked at no further: the cutoffs of a year are enough to wait for. */
const daysLookedAt = 366;

/** The moments of a range until which a seller's buyers get what they buy on the day of the range. */
export function cutoffsOf(
  seller: Pick<Subscription, "siteId" | "userId" | "serviceId" | "delivery" | "workedHolidays">,
  timeZone: string | undefined,
  { after, until, limit }: DueRange,
): DueRow[] {
  const { siteId, userId, serviceId, delivery } = seller;
  if (timeZone === undefined) return [];
  const id = `/shipping/flex/sites/${siteId}/users/${userId}/services/${serviceId}`;
  const found: DueRow[] = [];
  let date = localDate(after, timeZone);
  for (let day = 0; day < daysLookedAt && found.length < limit; day += 1, date = nextDate(date)) {
    if (momentOf(date, 0, timeZone) > until) break;
    // On `next_day` a cutoff is of the ranges of the day after.
    const delivered = delivery.window === "next_day" ? nextDate(date) : date;
    const moments = rangesOn(delivered, seller, siteId).map((range) =>
      momentOf(date, calculatedCutoff(delivery.window, range, null), timeZone).getTime(),
    );
    for (const at of [...new Set(moments)].toSorted((a, b) => a - b))
      if (at > after.getTime() && at <= until.getTime()) found.push({ at: new Date(at), id });
  }
  return found;
}
