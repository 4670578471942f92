import type { z } from "zod";
import type { CoverageArea } from "../coverage-areas/coverage-areas.schema.ts";
import { zoneAt } from "../coverage-areas/coverage-areas.service.ts";
import { holidaysOf } from "../holidays/holidays.ts";
import { availables } from "./availables.rules.ts";
import type { FlexConfiguration, FlexState, StoredCoverage, StoredDelivery } from "./configuration.schema.ts";
import { configurationRanges, zoneCutoff } from "./cutoff.rules.ts";
import { byDay, type Day, type Delivery, days } from "./state.schema.ts";

/**
 * The whole configuration of a seller. Outside of all coverage areas there are no zones. Holidays are those
 * of the year of `today` (YYYY-MM-DD) and of the next.
 */
export function buildConfiguration(
  state: FlexState,
  area: CoverageArea | null,
  today: string,
): FlexConfiguration {
  const { delivery, subscription } = state;
  return {
    address: state.address,
    subscription,
    delivery_window: delivery.window,
    is_moderated: state.is_moderated,
    delivery_ranges: byDay((day) => configurationRanges(delivery, day)),
    holidays: holidays(state, subscription.site_id, Number(today.slice(0, 4))),
    working_days: days.filter((day) => delivery.ranges[day]),
    zones: area ? zones(state, area) : [],
    origin_zone: area && originZone(state, area),
    disabled_features: state.disabled_features,
    availables,
  };
}

/** The stored delivery part, as the PUT of it answers: the fields of the body and the computed ones. */
export function deliveryPart(delivery: Delivery): z.output<typeof StoredDelivery> {
  const stored = (day: Day) => {
    const read = configurationRanges(delivery, day);
    return delivery.ranges[day]?.flatMap((range, i) => (read?.[i] ? [{ ...read[i], ...range }] : [])) ?? null;
  };
  return { delivery_window: delivery.window, delivery_ranges: byDay(stored) };
}

/** The stored selection of zones, as the PUT of it answers. */
export function coveragePart({
  zones,
  delivery,
}: Pick<FlexState, "zones" | "delivery">): z.output<typeof StoredCoverage> {
  const stored = ({ id, cutoff }: FlexState["zones"][number]) => ({
    id,
    cutoff,
    calculated_cutoff: zoneCutoff(delivery, cutoff),
  });
  return { zones: zones.map(stored) };
}

function holidays(state: FlexState, siteId: string, year: number): FlexConfiguration["holidays"] {
  const both = [...holidaysOf(siteId, year), ...holidaysOf(siteId, year + 1)];
  return both.map((holiday) => ({ ...holiday, selected: state.worked_holidays.includes(holiday.date) }));
}

function zones({ zones: selection, delivery }: FlexState, area: CoverageArea): FlexConfiguration["zones"] {
  const selected = new Map(selection.map((zone) => [zone.id, zone]));
  return area.zones.map((zone) => ({
    ...zone,
    selected: selected.has(zone.id),
    calculated_cutoff: zoneCutoff(delivery, selected.get(zone.id)?.cutoff ?? null),
  }));
}

function originZone(
  { location, zones: selection }: FlexState,
  area: CoverageArea,
): FlexConfiguration["origin_zone"] {
  const zone = location && zoneAt(area, location);
  if (!zone) return null;
  const { enabled, id, is_mandatory, label, neighborhoods } = zone;
  return {
    enabled,
    id,
    is_mandatory,
    label,
    neighborhoods,
    selected: selection.some((one) => one.id === id),
  };
}
