import { z } from "zod";

const isoMoment = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/;

/** Whether a day is in the calendar: JavaScript reads 30 February as 2 March. */
function isInCalendar(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** The years that answers write with four digits; `9999-12-31T23:59:59-06:00` is after them at -04:00. */
const earliest = Date.parse("0000-01-01T00:00:00.000-04:00");
const latest = Date.parse("9999-12-31T23:59:59.999-04:00");

/** A moment in a filter: an ISO timestamp, or a date that means its whole day at -04:00 (decisions 3.5). */
export const momentParam = (endOfDay: boolean) =>
  z.string().transform((text, context): Date => {
    const iso = /^\d{4}-\d{2}-\d{2}$/.test(text)
      ? `${text}T${endOfDay ? "23:59:59.999" : "00:00:00.000"}-04:00`
      : // A plus sign that was not percent-encoded arrives as a space.
        text.replace(" ", "+");
    const [, day = "", offset] = isoMoment.exec(iso) ?? [];
    const time = Date.parse(offset === undefined ? `${iso}Z` : iso);
    if (isInCalendar(day) && !Number.isNaN(time)) return new Date(Math.min(Math.max(time, earliest), latest));
    context.addIssue({
      code: "custom",
      message: "must be an ISO 8601 timestamp or a date such as 2026-03-01",
    });
    return z.NEVER;
  });
