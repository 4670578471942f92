import { dayMs, utcTimestamp } from "@marketplace/conventions";
import type { Days, DayVisits } from "./visits.repo.ts";

/** The longest time that a question about visits may span. */
export const maxDays = 150;

const isoDate = /^\d{4}-\d{2}-\d{2}$/;
const isoMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Years that have four digits here and in Postgres, also 150 days before: neither 0000 nor +010000. */
const storable = /^[1-9]\d{3}-/;

/** The day, UTC, that a date or an ISO timestamp says; `undefined` when it is neither. */
export function dayOf(sent: string): string | undefined {
  // A plus sign that was not percent-encoded arrives as a space.
  const text = sent.replace(" ", "+");
  if (!isoDate.test(text) && !isoMoment.test(text)) return undefined;
  const isLocal = !isoDate.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/.test(text);
  const at = new Date(isLocal ? `${text}Z` : text);
  const midnight = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  // JavaScript reads 30 February as 2 March.
  if (Number.isNaN(at.getTime()) || Number.isNaN(midnight.getTime())) return undefined;
  if (nameOf(midnight) !== text.slice(0, 10)) return undefined;
  const day = nameOf(at);
  return storable.test(day) ? day : undefined;
}

const nameOf = (at: Date): string => at.toISOString().slice(0, 10);

export const today = (now: Date): string => nameOf(now);

/** The day so many days later, or earlier. */
export const addDays = (day: string, days: number): string =>
  nameOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));

/** How many days these are. */
export const lengthOf = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / dayMs + 1;

/** The first moment of a day. */
export const startOf = (day: string): string => utcTimestamp(new Date(`${day}T00:00:00.000Z`));

/** Every day of the window, with 0 where nobody came. */
export function everyDay({ from, to }: Days, found: readonly DayVisits[]): DayVisits[] {
  const visitsOf = new Map(found.map(({ day, visits }) => [day, visits]));
  return Array.from({ length: lengthOf({ from, to }) }, (_, index) => {
    const day = addDays(from, index);
    return { day, visits: visitsOf.get(day) ?? 0 };
  });
}

export const totalOf = (days: readonly DayVisits[]): number =>
  days.reduce((sum, { visits }) => sum + visits, 0);
