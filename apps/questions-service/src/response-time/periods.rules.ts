/** The periods of a response time record, as questions carry them. */
export const periods = { none: 0, weekend: 1, workingHours: 2, extraHours: 3 } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const present = formats.get(timeZone);
  if (present) return present;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "numeric",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  return format;
}

/**
 * The period a moment lies in, by the wall clock of an IANA time zone, daylight saving included: weekend is
 * Saturday and Sunday from 09:00; working hours are 09:00 to 18:00 and extra hours 18:00 to 00:00 of the
 * other days; 00:00 to 09:00 is in none (spec: Response time record; decisions 3.9).
 */
export function periodAt(moment: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(moment);
  const value = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  const hour = Number(value("hour"));
  if (hour < 9) return periods.none;
  if (["Sat", "Sun"].includes(value("weekday"))) return periods.weekend;
  return hour < 18 ? periods.workingHours : periods.extraHours;
}
