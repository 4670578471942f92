import type { Cause } from "@marketplace/conventions";
import { z } from "zod";
import { availables } from "./availables.rules.ts";
import type { Verdict } from "./causes.rules.ts";
import { cause, reference, shapeCauses, verdict } from "./causes.rules.ts";
import type { Day, Delivery, DisabledFeature } from "./state.schema.ts";
import { days, hour } from "./state.schema.ts";

const range = z.strictObject({
  from: hour.describe("hour from which shipments are made"),
  to: hour.describe("hour until which shipments are made"),
  cutoff: hour.describe("general cutoff hour, for all zones"),
  capacity: z.int().min(availables.capacity_range.from).max(availables.capacity_range.to).optional(),
});

const rangesOfDay = z.array(range).max(24);

/** Body of PUT .../delivery/custom/v3 (spec: C, Delivery configuration body); all values are integers. */
export const deliveryBody = z.strictObject({
  delivery_window: z.enum(["same_day", "next_day"]),
  delivery_ranges: z.strictObject({
    week: rangesOfDay.min(1),
    saturday: rangesOfDay.nullish().describe("only when the seller works Saturdays"),
    sunday: rangesOfDay.nullish().describe("only when the seller works Sundays"),
  }),
});

type Range = z.infer<typeof range>;
type Placed = Range & { day: Day; index: number };

/**
 * The delivery part a body asks for, or every problem of it. A Saturday or Sunday that is left out, null or
 * empty is not worked; a capacity that is left out everywhere keeps the present one, and a range without one
 * follows the others.
 */
export function validateDelivery(
  body: unknown,
  present: { delivery: Delivery; disabled_features: readonly DisabledFeature[] },
): Verdict<Delivery> {
  const ranges = readableRanges(body);
  if (
    present.disabled_features.includes("CAPACITY_BY_DAY") &&
    ranges.some((one) => one.capacity !== undefined)
  ) {
    return { kind: "forbidden", reason: "CAPACITY_BY_DAY is disabled: the capacity cannot be set" };
  }
  const shape = deliveryBody.safeParse(body, { reportInput: true });
  const causes = [
    ...shapeCauses(shape.error),
    ...rangeCauses(ranges),
    ...overlaps(ranges),
    ...capacityCauses(ranges),
  ];
  return verdict(causes, () => ({
    window: deliveryBody.parse(body).delivery_window,
    capacity: ranges.find((one) => one.capacity !== undefined)?.capacity ?? present.delivery.capacity,
    ranges: {
      week: ofDay(ranges, "week"),
      saturday: ofDay(ranges, "saturday"),
      sunday: ofDay(ranges, "sunday"),
    },
  }));
}

/** The valid ranges of a body, so that their causes are found also when other parts are invalid. */
function readableRanges(body: unknown): Placed[] {
  const lenient = z.object({ delivery_ranges: z.record(z.string(), z.unknown()) }).safeParse(body);
  return days.flatMap((day) => {
    const list = z.array(z.unknown()).max(24).safeParse(lenient.data?.delivery_ranges[day]).data ?? [];
    return list.flatMap((value, index) => {
      const read = range.safeParse(value);
      return read.success ? [{ ...read.data, day, index }] : [];
    });
  });
}

const at = ({ day, index }: Placed, field?: keyof Range) =>
  reference("delivery_ranges", day, index, ...(field ? [field] : []));

function rangeCauses(ranges: Placed[]): Cause[] {
  return ranges.flatMap((one) => {
    const reversed = cause("invalid_range", "from must be earlier than to", at(one, "from"), at(one, "to"));
    const late = cause("cutoff_after_end", "cutoff must not be later than to", at(one, "cutoff"));
    return [...(one.from >= one.to ? [reversed] : []), ...(one.cutoff > one.to ? [late] : [])];
  });
}

function overlaps(ranges: Placed[]): Cause[] {
  const sound = ranges.filter(({ from, to }) => from < to);
  return sound.flatMap((one, i) =>
    sound
      .slice(i + 1)
      .filter((other) => other.day === one.day && one.from < other.to && other.from < one.to)
      .map((other) =>
        cause("overlapping_ranges", "The ranges of a day must not overlap", at(one), at(other)),
      ),
  );
}

function capacityCauses(ranges: Placed[]): Cause[] {
  const given = ranges.filter((one) => one.capacity !== undefined);
  if (new Set(given.map((one) => one.capacity)).size <= 1) return [];
  const references = given.map((one) => at(one, "capacity"));
  return [cause("different_capacities", "capacity must be the same for every range and day", ...references)];
}

function ofDay(ranges: Placed[], day: Day): Delivery["ranges"][Day] {
  const worked = ranges.filter((one) => one.day === day).sort((a, b) => a.from - b.from);
  return worked.length > 0 ? worked.map(({ from, to, cutoff }) => ({ from, to, cutoff })) : null;
}
