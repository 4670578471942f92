import { type Caller, dayMs } from "@marketplace/conventions";
import type { z } from "zod";
import type { Deps } from "../deps.ts";
import { problems } from "../problems.ts";
import { assertOwnOrOperator } from "../seller-items/own-records.service.ts";
import { addDays, dayOf, everyDay, lengthOf, maxDays, startOf, today, totalOf } from "./visit-days.rules.ts";
import type { Days, DayVisits } from "./visits.repo.ts";
import type { ItemVisits, ItemVisitsWindow } from "./visits.schema.ts";

type VisitDeps = Pick<Deps, "visits" | "items" | "clock">;
type Period = Omit<z.output<typeof ItemVisits>, "item_id">;
type Window = Omit<z.output<typeof ItemVisitsWindow>, "item_id">;

/** Days of two years: as long as visits are kept. */
export const keptDays = 731;

/** The one item that is asked for; 400 for several, 404 `Item not found`. */
export async function askedItem(ids: string, { items }: Pick<Deps, "items">): Promise<string> {
  const [id = "", ...others] = ids.split(",");
  if (others.length > 0) throw problems.too_many_visit_items();
  if (!(await items.find(id))) throw problems.visited_item_not_found();
  return id;
}

/** The visits of an item in two years, by its id. */
export async function visitCounts(ids: string, deps: VisitDeps): Promise<Record<string, number>> {
  const id = await askedItem(ids, deps);
  const to = today(deps.clock.now());
  return { [id]: totalOf(await deps.visits.ofItem(id, { from: addDays(to, 1 - keptDays), to })) };
}

/** Deletes what is not asked for any more; what is counted within two days is counted once. */
export async function purgeVisits({ visits, clock }: Pick<Deps, "visits" | "clock">): Promise<void> {
  const now = clock.now();
  const day = addDays(today(now), 1 - keptDays);
  await visits.purge({ hour: new Date(now.getTime() - 2 * dayMs), day });
}

/** The visits of a seller's items are the seller's and operators' to read. */
export const assertOwnVisits = (userId: number, caller: Caller, deps: Pick<Deps, "sellers">): Promise<void> =>
  assertOwnOrOperator({ userId, caller, forbidden: problems.others_visits }, deps);

export interface AskedPeriod {
  date_from?: string | undefined;
  date_to?: string | undefined;
}

/** The days that are asked for: by default the last 150. */
export function daysOf({ date_from, date_to }: AskedPeriod, now: Date): Days {
  const to = date_to === undefined ? today(now) : dayIn(date_to, "date_to");
  const from = date_from === undefined ? addDays(to, 1 - maxDays) : dayIn(date_from, "date_from");
  return checked({ from, to }, ["query.date_from", "query.date_to"]);
}

export interface AskedWindow {
  last: string;
  unit: string;
  ending?: string | undefined;
}

/** The last days of a window; `ending` is its last one. */
export function windowOf({ last, ending }: AskedWindow, now: Date): Days {
  const to = ending === undefined ? today(now) : dayIn(ending, "ending");
  const days = /^\d{1,6}$/.test(last) ? Number(last) : 0;
  return checked({ from: addDays(to, 1 - days), to }, ["query.last"]);
}

function dayIn(sent: string, field: string): string {
  const day = dayOf(sent);
  if (day !== undefined) return day;
  const message = "must be a date such as 2026-03-01, or an ISO 8601 timestamp";
  const cause = [{ code: "invalid_value", message, references: [`query.${field}`] }];
  throw problems.unknown_date_format({ cause });
}

function checked(days: Days, references: string[]): Days {
  const length = lengthOf(days);
  if (length >= 1 && length <= maxDays) return days;
  const message = `has to be from 1 to ${maxDays} days`;
  throw problems.invalid_time_window({ cause: [{ code: "out_of_range", message, references }] });
}

/** The visits of an item in the days that are asked for. */
export async function itemVisits(
  id: string,
  asked: AskedPeriod,
  deps: VisitDeps,
): Promise<z.output<typeof ItemVisits>> {
  const days = daysOf(asked, deps.clock.now());
  const item_id = await askedItem(id, deps);
  return { item_id, ...periodWire(days, await deps.visits.ofItem(item_id, days)) };
}

const detailOf = (quantity: number) => [{ company: "mercadolibre", quantity }];

/** Visits of some days together. */
export function periodWire({ from, to }: Days, found: readonly DayVisits[]): Period {
  const total = totalOf(found);
  return {
    date_from: startOf(from),
    date_to: startOf(to),
    total_visits: total,
    visits_detail: detailOf(total),
  };
}

/** The same, and day by day. */
export const windowWire = (days: Days, found: readonly DayVisits[]): Window => ({
  ...periodWire(days, found),
  last: lengthOf(days),
  unit: "day",
  results: everyDay(days, found).map(({ day, visits }) => ({
    date: startOf(day),
    total: visits,
    visits_detail: detailOf(visits),
  })),
});
