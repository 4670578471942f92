import type { Part } from "./draft.rules.ts";

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

interface Stored {
  delivery_window: DeliveryDraft["window"];
  delivery_ranges: Record<Day, (Range & { capacity: number })[] | null>;
}

/** The stored delivery as a draft. */
export function draftOf({ delivery_window: window, delivery_ranges: ranges }: Stored): DeliveryDraft {
  const of = (day: Day) => (ranges[day] ?? []).map(({ from, to, cutoff }) => ({ from, to, cutoff }));
  const capacity = days.flatMap((day) => ranges[day] ?? [])[0]?.capacity ?? 1;
  return { window, capacity, ranges: { week: of("week"), saturday: of("saturday"), sunday: of("sunday") } };
}

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The order of ranges as the API stores them, whatever the order in which they were added. */
const inOrder = (ranges: readonly Range[]): Range[] => ranges.toSorted((one, other) => one.from - other.from);

function ordered(draft: DeliveryDraft): DeliveryDraft {
  const { week, saturday, sunday } = draft.ranges;
  const ranges = { week: inOrder(week), saturday: inOrder(saturday), sunday: inOrder(sunday) };
  return { ...draft, ranges };
}

/** Window, hours and capacity of a configuration. */
export const delivery: Part<Stored, DeliveryDraft> = {
  draftOf,
  isChanged: (stored, draft) => !isAlike(draftOf(stored), ordered(draft)),
  isSame: (one, other) => isAlike(draftOf(one), draftOf(other)),
  moved({ base, draft }, to) {
    const [before, now] = [draftOf(base), draftOf(to)];
    const of = <T>(mine: T, was: T, is: T): T => (isAlike(mine, was) ? is : mine);
    const day = (name: Day) => of(inOrder(draft.ranges[name]), before.ranges[name], now.ranges[name]);
    return {
      window: of(draft.window, before.window, now.window),
      capacity: of(draft.capacity, before.capacity, now.capacity),
      ranges: { week: day("week"), saturday: day("saturday"), sunday: day("sunday") },
    };
  },
};

/** The draft as the API takes it. `capacity` is left out where the seller cannot set it. */
export function bodyOf({ window, capacity, ranges }: DeliveryDraft, { canSetCapacity = true } = {}) {
  const of = (day: Day) => ranges[day].map((range) => ({ ...range, ...(canSetCapacity && { capacity }) }));
  const orNone = (day: Day) => (ranges[day].length > 0 ? of(day) : null);
  return {
    delivery_window: window,
    delivery_ranges: { week: of("week"), saturday: orNone("saturday"), sunday: orNone("sunday") },
  };
}
