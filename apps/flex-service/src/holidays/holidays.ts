import { argentina } from "./calendars/argentina.ts";
import { brazil } from "./calendars/brazil.ts";
import { chile } from "./calendars/chile.ts";
import { colombia } from "./calendars/colombia.ts";
import { ecuador } from "./calendars/ecuador.ts";
import { mexico } from "./calendars/mexico.ts";
import { peru } from "./calendars/peru.ts";
import { uruguay } from "./calendars/uruguay.ts";
import type { Calendar, Holiday } from "./holiday-rules.ts";

const calendars = new Map<string, Calendar>([
  ["MLA", argentina],
  ["MLB", brazil],
  ["MLM", mexico],
  ["MLC", chile],
  ["MCO", colombia],
  ["MLU", uruguay],
  ["MPE", peru],
  ["MEC", ecuador],
]);

/** The holidays of a site's country in a year, by date; empty for a site without Flex. */
export function holidaysOf(siteId: string, year: number): Holiday[] {
  const byDate = new Map<string, Holiday>();
  for (const { description, type, dateIn } of calendars.get(siteId)?.rules ?? []) {
    const date = dateIn(year);
    const same = date && byDate.get(date);
    // A seller works a day or does not: two holidays on one day (Colombia, 30 June 2025) are one entry.
    if (same) byDate.set(date, { ...same, description: `${same.description}; ${description}` });
    else if (date) byDate.set(date, { description, type, date });
  }
  return [...byDate.values()].sort((a, b) => a.date.localeCompare(b.date));
}

/** The laws a site's holidays come from, or null for a site without Flex. */
export function holidaySource(siteId: string): string | null {
  return calendars.get(siteId)?.source ?? null;
}
