import { initialDelivery } from "../configuration/initial-state.rules.ts";
import type { Delivery } from "../configuration/state.schema.ts";
import type { Subscription } from "../subscriptions/subscriptions.repo.ts";
import { isHoliday, type LocalDate, localDate, momentOf, nextDate, weekdayOf } from "./local-time.rules.ts";

/** Hours in which a seller takes parcels to their buyers. */
export interface Range {
  start: Date;
  end: Date;
}

type Working = Pick<Subscription, "delivery" | "workedHolidays">;

interface Place {
  siteId: string;
  timeZone: string;
}

/** Somebody who works no day at all has no next range; a week and its holidays are far less than this. */
const daysLookedAt = 30;

/** The first range that starts after a moment, as the seller set it, or as a new subscription has it. */
export function nextRange(after: Date, seller: Working | undefined, place: Place): Range {
  const initial = { delivery: initialDelivery, workedHolidays: [] };
  const range = (seller && rangeAfter(after, seller, place)) ?? rangeAfter(after, initial, place);
  if (!range) throw new Error(`a new subscription delivers on no day within ${daysLookedAt} days`);
  return range;
}

function rangeAfter(after: Date, seller: Working, place: Place): Range | undefined {
  let date = localDate(after, place.timeZone);
  for (let day = 0; day < daysLookedAt; day += 1, date = nextDate(date)) {
    for (const { from, to } of rangesOn(date, seller, place.siteId)) {
      const start = momentOf(date, from, place.timeZone);
      if (start > after) return { start, end: momentOf(date, to, place.timeZone) };
    }
  }
  return undefined;
}

/** The ranges of a day, none on a holiday on which the seller does not work. */
export const rangesOn = (date: LocalDate, { delivery, workedHolidays }: Working, siteId: string) =>
  isHoliday(siteId, date) && !workedHolidays.includes(date) ? [] : rangesOf(delivery, date);

function rangesOf({ ranges }: Delivery, date: LocalDate) {
  const weekday = weekdayOf(date);
  if (weekday === 0) return ranges.sunday ?? [];
  return (weekday === 6 ? ranges.saturday : ranges.week) ?? [];
}
