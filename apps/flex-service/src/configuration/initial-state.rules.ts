import type { CoverageArea, Point } from "../coverage-areas/coverage-areas.schema.ts";
import { zoneAt } from "../coverage-areas/coverage-areas.service.ts";
import type { Delivery, ZoneSelection } from "./state.schema.ts";

/** The delivery part a new subscription starts with: weekdays, same day, one range. */
export const initialDelivery: Delivery = {
  window: "same_day",
  capacity: 30,
  ranges: { week: [{ from: 14, to: 21, cutoff: 13 }], saturday: null, sunday: null },
};

/** The zones a new subscription starts with: the mandatory ones and the one its address lies in. */
export function initialZones(area: CoverageArea, location: Point): ZoneSelection[] {
  const origin = zoneAt(area, location);
  return area.zones
    .filter((zone) => zone.enabled && (zone.is_mandatory || zone.id === origin?.id))
    .map(({ id }) => ({ id, cutoff: null }));
}
