import { addDays, easterSunday, isoDate, weekdayOf } from "./easter.ts";

/** One day off: `date` is YYYY-MM-DD, `type` says how binding it is. */
export type Holiday = { description: string; type: HolidayType; date: string };

/** `national` by law, `bridge` by a year's decree, `optional` for each employer, `local` to the area. */
export const holidayTypes = ["national", "bridge", "optional", "local"] as const;
export type HolidayType = (typeof holidayTypes)[number];

/** A country's law about one holiday: its date in a year, or null in years without it. */
export type HolidayRule = {
  description: string;
  type: HolidayType;
  dateIn: (year: number) => string | null;
};

/** A law's way of moving a holiday that falls on an unfortunate weekday. */
export type Shift = (date: string) => string;

/** A law's holidays and the year-by-year decrees that add to them. */
export type Calendar = { source: string; rules: HolidayRule[] };

const MONDAY = 1;

/** A holiday on the same date each year, moved by `shift` where the law says so. */
export function fixed(
  description: string,
  [month, day]: [number, number],
  shift: Shift = (date) => date,
): HolidayRule {
  return { description, type: "national", dateIn: (year) => shift(isoDate(year, month, day)) };
}

/** A holiday so many days after Easter Sunday, negative for before. */
export function easter(description: string, days: number, type: HolidayType = "national"): HolidayRule {
  return { description, type, dateIn: (year) => addDays(easterSunday(year), days) };
}

/** A holiday on the nth Monday of a month. */
export function nthMonday(description: string, nth: number, month: number): HolidayRule {
  const first = (year: number) => isoDate(year, month, 1);
  const offset = (year: number) => (MONDAY - weekdayOf(first(year)) + 7) % 7;
  return {
    description,
    type: "national",
    dateIn: (year) => addDays(first(year), offset(year) + 7 * (nth - 1)),
  };
}

/** Days of single years, which a decree or a rule of its own names. */
export function named(description: string, type: HolidayType, dates: string[]): HolidayRule {
  return { description, type, dateIn: (year) => dates.find((date) => date.startsWith(`${year}-`)) ?? null };
}

/** The same rule with another date in the years a decree names. */
export function except(rule: HolidayRule, dates: Record<number, string>): HolidayRule {
  return { ...rule, dateIn: (year) => dates[year] ?? rule.dateIn(year) };
}

/** Days to move by, one per weekday from Sunday to Saturday. */
export function byWeekday(moves: [number, number, number, number, number, number, number]): Shift {
  return (date) => addDays(date, moves[weekdayOf(date)] ?? 0);
}

/** Tuesday and Wednesday go to the Monday before, Thursday and Friday to the Monday after; weekends stay. */
export const toNearestMonday: Shift = byWeekday([0, 0, -1, -2, 4, 3, 0]);

/** A holiday only of the years in which it falls on one of these weekdays (0 is Sunday). */
export function onlyOn(rule: HolidayRule, ...weekdays: number[]): HolidayRule {
  const dateIn = (year: number) => {
    const date = rule.dateIn(year);
    return date && weekdays.includes(weekdayOf(date)) ? date : null;
  };
  return { ...rule, dateIn };
}
