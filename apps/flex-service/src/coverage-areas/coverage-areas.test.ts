import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CoverageArea } from "./coverage-areas.schema.ts";
import { areaById, areasOf, flexSites, locate } from "./coverage-areas.service.ts";
import type { Ring } from "./ring-geometry.fixture.ts";
import { contains, crossesItself, isCounterClockwise, overlap } from "./ring-geometry.fixture.ts";

type Box = { west: number; south: number; east: number; north: number; currency: string };

const countries: Record<string, Box> = {
  MLA: { west: -73.6, south: -55.1, east: -53.6, north: -21.8, currency: "ARS" },
  MLB: { west: -74.0, south: -33.8, east: -34.7, north: 5.3, currency: "BRL" },
  MLM: { west: -118.4, south: 14.5, east: -86.7, north: 32.8, currency: "MXN" },
  MLC: { west: -75.7, south: -55.9, east: -66.4, north: -17.5, currency: "CLP" },
  MCO: { west: -79.1, south: -4.3, east: -66.8, north: 12.6, currency: "COP" },
  MLU: { west: -58.5, south: -35.0, east: -53.1, north: -30.1, currency: "UYU" },
  MPE: { west: -81.4, south: -18.4, east: -68.6, north: 0, currency: "PEN" },
  MEC: { west: -81.1, south: -5.1, east: -75.2, north: 1.5, currency: "USD" },
};

const table: Record<string, string[]> = {
  MLA: ["Metropolitan Buenos Aires area", "Córdoba"],
  MLB: ["São Paulo", "Rio de Janeiro", "Brasília", "Belo Horizonte", "Porto Alegre", "Salvador", "Curitiba"],
  MLM: ["Mexico City metropolitan valley zone", "Mérida"],
  MLC: ["Santiago metropolitan region", "Valparaíso"],
  MCO: ["Bogotá", "Medellín", "Cali"],
  MLU: ["Montevideo", "Canelones"],
  MPE: ["Lima metropolitan area"],
  MEC: ["Quito"],
};

const everyArea = flexSites.flatMap((site) => areasOf(site));
const everyZone = everyArea.flatMap((area) => area.zones.map((zone) => ({ area, zone })));
const rings = (area: CoverageArea) => area.zones.flatMap((zone) => zone.polygon.geometry.coordinates);

test("the sites with Flex are the eight countries of the table, each with all its areas", () => {
  expect(Object.fromEntries(flexSites.map((site) => [site, areasOf(site).map(({ name }) => name)]))).toEqual(
    table,
  );
});

test("area ids and zone ids are unique over all countries", () => {
  const ids = [...everyArea.map(({ id }) => id), ...everyZone.map(({ zone }) => zone.id)];
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(everyArea.map((area) => [`${area.site_id} ${area.name}`, area] as const))("%s", (_, area) => {
  test("has at least four enabled zones, exactly one of them mandatory", () => {
    expect(area.zones.filter(({ enabled }) => enabled).length).toBeGreaterThanOrEqual(4);
    expect(area.zones.filter((zone) => zone.is_mandatory).map(({ enabled }) => enabled)).toEqual([true]);
  });

  test("prices its zones in the country's currency, in digits", () => {
    for (const { price } of area.zones) {
      expect(price.currency_id).toBe(countries[area.site_id]?.currency);
      expect(`${price.fraction}.${price.cents}`).toMatch(/^[1-9]\d*\.\d{2}$/);
    }
  });

  test("has one closed, counter-clockwise ring per zone that does not cross itself", () => {
    for (const { polygon } of area.zones) {
      const ring = polygon.geometry.coordinates[0] ?? [];
      expect(polygon.geometry.coordinates).toHaveLength(1);
      expect(ring.length).toBeGreaterThanOrEqual(4);
      expect(ring.at(-1)).toEqual(ring[0]);
      expect(isCounterClockwise(ring)).toBe(true);
      expect(crossesItself(ring)).toBe(false);
    }
  });

  test("lies inside the country's bounding box and within 80 km of its center", () => {
    const box = countries[area.site_id] ?? { west: 0, east: 0, south: 0, north: 0 };
    for (const [longitude, latitude] of rings(area).flat()) {
      expect(
        longitude > box.west && longitude < box.east && latitude > box.south && latitude < box.north,
      ).toBe(true);
      expect(Math.hypot(longitude - area.centre.longitude, latitude - area.centre.latitude)).toBeLessThan(
        0.72,
      );
    }
  });

  test("is found by its id and by its center", () => {
    expect(areaById(area.id)).toBe(area);
    expect(locate(area.site_id, area.centre)?.area).toBe(area);
  });
});

test("no two zones of a country overlap", () => {
  for (const site of flexSites) {
    const all: Ring[] = areasOf(site).flatMap(rings);
    const clashes = all.flatMap((a, i) => all.slice(i + 1).filter((b) => overlap(a, b)));
    expect(clashes).toEqual([]);
  }
});

test("a point strictly inside a zone is located in that zone", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everyZone),
      fc.infiniteStream(fc.double({ min: 0.01, max: 1, noNaN: true })),
      (at, weights) => {
        const corners = (at.zone.polygon.geometry.coordinates[0] ?? []).slice(1);
        const shares = corners.map(() => Number(weights.next().value));
        const total = shares.reduce((sum, share) => sum + share, 0);
        const mean = (axis: 0 | 1) =>
          corners.reduce((sum, corner, i) => sum + (corner[axis] * (shares[i] ?? 0)) / total, 0);
        const found = locate(at.area.site_id, { longitude: mean(0), latitude: mean(1) });
        expect(found).toEqual({ area: at.area, zone: at.zone });
      },
    ),
  );
});

test.each([
  ["MLA", -58.4173, -34.5822, "MLA-BUE-PALERMO"],
  ["MLA", -58.4563, -34.5624, "MLA-BUE-BELGRANO"],
  ["MLB", -46.6388, -23.5489, "MLB-SAO-SE"],
  ["MLM", -99.1332, 19.4326, "MLM-CDMX-CUAUHTEMOC"],
  ["MLC", -70.6506, -33.4378, "MLC-SCL-SANTIAGO"],
  ["MCO", -75.5671, 6.2087, "MCO-MDE-EL-POBLADO"],
  ["MLU", -56.1497, -34.9128, "MLU-MVD-POCITOS"],
  ["MPE", -77.0301, -12.1211, "MPE-LIM-MIRAFLORES"],
  ["MEC", -78.5128, -0.2202, "MEC-UIO-CENTRO-HISTORICO"],
])("in %s the place %d, %d lies in %s", (site, longitude, latitude, zoneId) => {
  expect(locate(site, { longitude, latitude })?.zone.id).toBe(zoneId);
});

test("places outside coverage, in another country or on a site without Flex are not located", () => {
  expect(locate("MLA", { longitude: -68.3, latitude: -54.8 })).toBeNull();
  expect(locate("MLB", { longitude: -58.4173, latitude: -34.5822 })).toBeNull();
  expect(locate("MLV", { longitude: -58.4173, latitude: -34.5822 })).toBeNull();
  expect(areasOf("MLV")).toEqual([]);
  expect(areaById("MLV-CCS")).toBeNull();
});

test("the checks of this file notice a crossing, a wrong direction and an overlap", () => {
  const square: Ring = [
    [0, 0],
    [2, 0],
    [2, 2],
    [0, 2],
    [0, 0],
  ];
  const shifted: Ring = square.map(([x, y]) => [x + 1, y + 1]);
  const beside: Ring = square.map(([x, y]) => [x + 2, y]);
  const inner: Ring = square.map(([x, y]) => [0.5 + x / 4, 0.5 + y / 4]);
  expect(
    crossesItself([
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
      [0, 0],
    ]),
  ).toBe(true);
  expect(isCounterClockwise(square.toReversed())).toBe(false);
  expect([
    overlap(square, shifted),
    overlap(square, inner),
    overlap(inner, square),
    overlap(square, square),
  ]).toEqual([true, true, true, true]);
  expect(overlap(square, beside)).toBe(false);
  expect(contains(square, [1, 1]) && !contains(square, [2, 1])).toBe(true);
});
