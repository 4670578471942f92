import type { FlexConfiguration } from "./configuration.schema.ts";
import {
  byDay,
  type Day,
  type Delivery,
  type DeliveryRange,
  type DeliveryWindow,
  type ZoneCutoff,
} from "./state.schema.ts";

/** The zone's cutoff, else the general one; at most `from` on next_day, `to` on same_day (decisions 6.5). */
export function calculatedCutoff(window: DeliveryWindow, range: DeliveryRange, own: number | null): number {
  return Math.min(own ?? range.cutoff, window === "next_day" ? range.from : range.to);
}

/** A zone's cutoff per kind of day: the latest of its ranges, after which no purchase is taken any more. */
export function zoneCutoff(delivery: Delivery, own: ZoneCutoff | null): ZoneCutoff {
  const of = (day: Day) => {
    const ranges = delivery.ranges[day];
    if (!ranges) return null;
    return Math.max(...ranges.map((range) => calculatedCutoff(delivery.window, range, own?.[day] ?? null)));
  };
  return byDay(of);
}

/** The ranges of a kind of day as they are read; null on a day that is not worked. */
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
