import type { FlexConfiguration } from "./configuration.schema.ts";
import {
  byDay,
  type Day,
  type Delivery,
  type DeliveryRange,
  type DeliveryWindow,
  type ZoneCutoff,
} from "./state.schema.ts";

/**
 * The cutoff hour in force for one range: the zone's own, else the general one, but never later than the
 * range's `from` on next_day nor its `to` on same_day (decisions 6.5).
 */
export function calculatedCutoff(window: DeliveryWindow, range: DeliveryRange, own: number | null): number {
  return Math.min(own ?? range.cutoff, window === "next_day" ? range.from : range.to);
}

/**
 * A zone's cutoff hour per kind of day. With several ranges it is the latest of them: the hour after which
 * none of that day's ranges takes a purchase any more.
 */
export function zoneCutoff(delivery: Delivery, own: ZoneCutoff | null): ZoneCutoff {
  const of = (day: Day) => {
    const ranges = delivery.ranges[day];
    if (!ranges) return null;
    return Math.max(...ranges.map((range) => calculatedCutoff(delivery.window, range, own?.[day] ?? null)));
  };
  return byDay(of);
}

/**
 * The ranges of one kind of day as they are read, with the general cutoff; null on a day that is not worked.
 */
export function configurationRanges(
  { window, capacity, ranges }: Delivery,
  day: Day,
): FlexConfiguration["delivery_ranges"][Day] {
  const ofDay = ranges[day];
  if (!ofDay) return null;
  return ofDay.map((range, i) => {
    const cutoff = calculatedCutoff(window, range, null);
    return {
      capacity,
      type: i === ofDay.length - 1 ? "cpt" : "etd",
      processing_time: processingTime(window, cutoff, range.from),
      from: range.from,
      to: range.to,
      et_hour: range.to,
      calculated_cutoff: cutoff,
    };
  });
}

function processingTime(window: DeliveryWindow, cutoff: number, from: number): number {
  return window === "next_day" ? 24 - cutoff + from : Math.max(0, from - cutoff);
}
