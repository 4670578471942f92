import { holidaysOf } from "../holidays/holidays.ts";

/** A calendar day, YYYY-MM-DD. */
export type LocalDate = string;

/** The platform's own offset (decisions 1.10). */
export const platformTimeZone = "Etc/GMT+4";

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const present = formats.get(timeZone);
  if (present) return present;
  const numeric = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" } as const;
  const rest = { minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;
  const format = new Intl.DateTimeFormat("en-US", { timeZone, ...numeric, ...rest });
  formats.set(timeZone, format);
  return format;
}

/** What the wall clock of a zone shows, as if it were UTC, without milliseconds. */
function wallClock(at: Date, timeZone: string): Date {
  const parts = formatOf(timeZone).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return new Date(Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second")));
}

/** The day that a moment is of, in a zone. */
export const localDate = (at: Date, timeZone: string): LocalDate =>
  wallClock(at, timeZone).toISOString().slice(0, 10);

/**
 * The moment at which the wall clock of a zone shows a time of a day; 24 hours are the next midnight. A time
 * that a clock set forward leaves out, as Chile's midnight in September, counts as the one an hour later.
 */
export function momentOf(date: LocalDate, hours: number, timeZone: string): Date {
  const shown = new Date(new Date(`${date}T00:00:00Z`).getTime() + hours * 3_600_000);
  const offsetAt = (at: Date) => wallClock(at, timeZone).getTime() - Math.floor(at.getTime() / 1000) * 1000;
  const near = new Date(shown.getTime() - offsetAt(shown));
  // The offset may change between the first guess and the moment itself.
  const exact = new Date(shown.getTime() - offsetAt(near));
  return wallClock(exact, timeZone).getTime() === shown.getTime() ? exact : near;
}

export const nextDate = (date: LocalDate): LocalDate =>
  new Date(new Date(`${date}T00:00:00Z`).getTime() + dayMs).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

export const isHoliday = (siteId: string, date: LocalDate): boolean =>
  holidaysOf(siteId, Number(date.slice(0, 4))).some((holiday) => holiday.date === date);

/** 23:59:59 of the next working day: Monday to Friday, no holiday of the site's country. */
export function endOfNextWorkingDay(after: Date, { siteId, timeZone }: { siteId: string; timeZone: string }) {
  let date = nextDate(localDate(after, timeZone));
  while ([0, 6].includes(weekdayOf(date)) || isHoliday(siteId, date)) date = nextDate(date);
  return new Date(momentOf(date, 24, timeZone).getTime() - 1000);
}
