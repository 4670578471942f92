/** The delivery part as its editor has it. */
export interface Range {
  from: number;
  to: number;
  cutoff: number;
}
export const days = ["week", "saturday", "sunday"] as const;
export type Day = (typeof days)[number];
export interface DeliveryDraft {
  window: "same_day" | "next_day";
  /** One for all days, as the API has it. */
  capacity: number;
  /** Empty on a day that is not worked. */
  ranges: Record<Day, Range[]>;
}

export interface Limits {
  capacity_range: { from: number; to: number };
}

/** What the API will refuse, by the rule and where. */
export interface Refusal {
  code:
    | "week_needed"
    | "invalid_range"
    | "cutoff_after_end"
    | "overlapping_ranges"
    | "out_of_range"
    | "capacity_out_of_range";
  day?: Day;
  index?: number;
}

const isHour = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 24;

/** Every reason for which the API would refuse the draft; none when it will take it. */
export function refusalsOf({ capacity, ranges }: DeliveryDraft, { capacity_range }: Limits): Refusal[] {
  const { from, to } = capacity_range;
  const isFitting = Number.isInteger(capacity) && capacity >= from && capacity <= to;
  return [
    ...(ranges.week.length === 0 ? [{ code: "week_needed" as const, day: "week" as const }] : []),
    ...(isFitting ? [] : [{ code: "capacity_out_of_range" as const }]),
    ...days.flatMap((day) => refusalsOfDay(day, ranges[day])),
  ];
}

function refusalsOfDay(day: Day, ranges: readonly Range[]): Refusal[] {
  return ranges.flatMap((range, index) => {
    const at = { day, index };
    const overlaps = ranges.slice(0, index).some((other) => range.from < other.to && other.from < range.to);
    return [
      ...([range.from, range.to, range.cutoff].every(isHour)
        ? []
        : [{ code: "out_of_range" as const, ...at }]),
      ...(range.from >= range.to ? [{ code: "invalid_range" as const, ...at }] : []),
      ...(range.cutoff > range.to ? [{ code: "cutoff_after_end" as const, ...at }] : []),
      ...(overlaps ? [{ code: "overlapping_ranges" as const, ...at }] : []),
    ];
  });
}

/** The cutoff that holds: never later than the start on the day after, and than the end on the same day. */
export const cutoffInForce = (window: DeliveryDraft["window"], { from, to, cutoff }: Range): number =>
  Math.min(cutoff, window === "next_day" ? from : to);

/** The draft as the API takes it. `capacity` is left out where the seller cannot set it. */
export function bodyOf({ window, capacity, ranges }: DeliveryDraft, { canSetCapacity = true } = {}) {
  const of = (day: Day) => ranges[day].map((range) => ({ ...range, ...(canSetCapacity && { capacity }) }));
  const orNone = (day: Day) => (ranges[day].length > 0 ? of(day) : null);
  return {
    delivery_window: window,
    delivery_ranges: { week: of("week"), saturday: orNone("saturday"), sunday: orNone("sunday") },
  };
}
