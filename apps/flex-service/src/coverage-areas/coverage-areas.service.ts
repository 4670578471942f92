import { booleanPointInPolygon } from "@turf/boolean-point-in-polygon";
import { type CoverageArea, CoverageFile, type CoverageZone, type Point } from "./coverage-areas.schema.ts";
import argentina from "./data/argentina.json" with { type: "json" };
import brazil from "./data/brazil.json" with { type: "json" };
import chile from "./data/chile.json" with { type: "json" };
import colombia from "./data/colombia.json" with { type: "json" };
import ecuador from "./data/ecuador.json" with { type: "json" };
import mexico from "./data/mexico.json" with { type: "json" };
import peru from "./data/peru.json" with { type: "json" };
import uruguay from "./data/uruguay.json" with { type: "json" };

const countries = [argentina, brazil, mexico, chile, colombia, uruguay, peru, ecuador];

// Parsed at load, so that an error in a data file stops the service at start and does not reach an answer.
const areas = new Map(
  countries.map((file) => CoverageFile.parse(file)).map((file) => [file.site_id, areasIn(file)]),
);

/** The sites that have Flex, e.g. "MLA", in the order of the specification's table. */
export const flexSites: readonly string[] = [...areas.keys()];

/** The coverage areas of a site with their zones; empty for a site without Flex. */
export function areasOf(siteId: string): readonly CoverageArea[] {
  return areas.get(siteId) ?? [];
}

/** The area of that id, e.g. "MLA-BUE", or null. */
export function areaById(areaId: string): CoverageArea | null {
  return [...areas.values()].flat().find((area) => area.id === areaId) ?? null;
}

/** The area of a zone, by the zone's id. */
export function areaOfZone(zoneId: string): CoverageArea | undefined {
  return [...areas.values()].flat().find((area) => area.zones.some(({ id }) => id === zoneId));
}

/** The zone and the area a point lies in, or null. On a shared border the zone listed first wins. */
export function locate(siteId: string, point: Point): { area: CoverageArea; zone: CoverageZone } | null {
  for (const area of areasOf(siteId)) {
    const zone = zoneAt(area, point);
    if (zone) return { area, zone };
  }
  return null;
}

/** The zone of this area that a point lies in, or null. */
export function zoneAt(area: CoverageArea, { longitude, latitude }: Point): CoverageZone | null {
  const inside = (zone: CoverageZone) => booleanPointInPolygon([longitude, latitude], zone.polygon.geometry);
  return area.zones.find(inside) ?? null;
}

function areasIn(file: CoverageFile): CoverageArea[] {
  return file.areas.map(({ id, name, centre: [longitude, latitude] }) => ({
    id,
    site_id: file.site_id,
    name,
    centre: { longitude, latitude },
    zones: file.features.filter((feature) => feature.properties.area_id === id).map(zoneOf),
  }));
}

function zoneOf({ id, properties, geometry }: CoverageFile["features"][number]): CoverageZone {
  const { area_id: _, name, ...fields } = properties;
  return { id, ...fields, polygon: { type: "Feature", geometry, properties: { name } } };
}
