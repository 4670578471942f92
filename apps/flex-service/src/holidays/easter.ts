/** Easter Sunday of a Gregorian year as YYYY-MM-DD (the Nature/Butcher computus of 1876). */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const leap = Math.floor(century / 4);
  const correction = century - Math.floor((century + 8) / 25) + 1;
  const epact = (19 * golden + century - leap - Math.floor(correction / 3) + 15) % 30;
  const rest = year % 100;
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7;
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451);
  const days = epact + weekday - 7 * late + 114;
  return isoDate(year, Math.floor(days / 31), (days % 31) + 1);
}

/** YYYY-MM-DD of a year, a month from 1 and a day that may run over the month's end. */
export function isoDate(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

/** The date so many days later, or earlier when negative. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay();
}
