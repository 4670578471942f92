const dayFirst = /(?<![\d./:+-])(\d{1,2})[./-](\d{1,2})[./-](?:(?:19|20)\d\d|\d\d)(?![./:-]?\d)/g;
const yearFirst = /(?<![\d./:+-])(?:19|20)\d\d[./-](\d\d)[./-](\d\d)(?![./:-]?\d)/g;
const days = /(?<![\d./:+-])(\d{1,2})\/(\d{1,2}) ?- ?(\d{1,2})\/(\d{1,2})(?![./:-]?\d)/g;
const times =
  /(?<![\d./:+-])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?: ?- ?(?:[01]?\d|2[0-3]):[0-5]\d)?(?![./:-]?\d)/g;

/** Replaces a date or a time, so that the digits on both sides do not join. */
const placeholder = " n ";

/** A day and a month, in either order. */
const inCalendar = (one: string, other: string): boolean => {
  const [low, high] = [Number(one), Number(other)].toSorted((a, b) => a - b);
  return low !== undefined && high !== undefined && low >= 1 && low <= 12 && high <= 31;
};

const ifDay = (whole: string, one: string, other: string): string =>
  inCalendar(one, other) ? placeholder : whole;
const ifDays = (whole: string, one: string, other: string, third: string, fourth: string): string =>
  inCalendar(one, other) && inCalendar(third, fourth) ? placeholder : whole;

/** A text without its dates and times: 10-12-2026, 12/24/2026, 2026.12.10, 10/12/26, 10/12 - 15/12, 15:30. */
export const withoutDatesAndTimes = (text: string): string =>
  text.replace(dayFirst, ifDay).replace(yearFirst, ifDay).replace(days, ifDays).replace(times, placeholder);
