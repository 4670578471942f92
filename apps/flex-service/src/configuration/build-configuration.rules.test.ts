import fc from "fast-check";
import { expect, test } from "vitest";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import { buildConfiguration, coveragePart, deliveryPart } from "./build-configuration.rules.ts";
import type { FlexState } from "./configuration.schema.ts";
import { calculatedCutoff, configurationRanges, zoneCutoff } from "./cutoff.rules.ts";
import { initialDelivery, initialZones } from "./initial-state.rules.ts";
import { palermo, stateOf } from "./state.fixture.ts";
import type { Delivery } from "./state.schema.ts";

const area = areaById("MLA-BUE");
if (!area) throw new Error("Buenos Aires is missing");
const today = "2026-03-10";
const build = (changes: Partial<FlexState> = {}) => buildConfiguration(stateOf(changes), area, today);

const twoRanges: Delivery = {
  window: "same_day",
  capacity: 40,
  ranges: {
    week: [
      { from: 9, to: 13, cutoff: 8 },
      { from: 15, to: 20, cutoff: 17 },
    ],
    saturday: [{ from: 10, to: 14, cutoff: 9 }],
    sunday: null,
  },
};

test("the cutoff in force is the zone's own, else the general one", () => {
  const range = { from: 15, to: 20, cutoff: 12 };
  expect([calculatedCutoff("same_day", range, null), calculatedCutoff("same_day", range, 10)]).toEqual([
    12, 10,
  ]);
});

test("the cutoff in force is never later than to on same_day and from on next_day, nor than what was set", () => {
  const hour = fc.integer({ min: 0, max: 24 });
  fc.assert(
    fc.property(hour, hour, hour, fc.option(hour), (from, to, cutoff, own) => {
      const range = { from, to, cutoff };
      expect(calculatedCutoff("same_day", range, own)).toBe(Math.min(own ?? cutoff, to));
      expect(calculatedCutoff("next_day", range, own)).toBeLessThanOrEqual(from);
      expect(calculatedCutoff("next_day", range, own)).toBeLessThanOrEqual(own ?? cutoff);
    }),
  );
});

test("a zone's cutoff of a day is that of its last open range, null on a day that is not worked", () => {
  expect(zoneCutoff(twoRanges, null)).toEqual({ week: 17, saturday: 9, sunday: null });
  expect(zoneCutoff(twoRanges, { week: 10, saturday: null, sunday: 12 })).toEqual({
    week: 10,
    saturday: 9,
    sunday: null,
  });
  expect(zoneCutoff({ ...twoRanges, window: "next_day" }, { week: 23, saturday: 23, sunday: 23 })).toEqual({
    week: 15,
    saturday: 10,
    sunday: null,
  });
});

test("every range but the last of a day is etd, the last is cpt", () => {
  expect(configurationRanges(twoRanges, "week")).toEqual([
    { capacity: 40, type: "etd", processing_time: 1, from: 9, to: 13, et_hour: 13, calculated_cutoff: 8 },
    { capacity: 40, type: "cpt", processing_time: 0, from: 15, to: 20, et_hour: 20, calculated_cutoff: 17 },
  ]);
  expect(configurationRanges(twoRanges, "saturday")?.map(({ type }) => type)).toEqual(["cpt"]);
  expect(configurationRanges(twoRanges, "sunday")).toBeNull();
});

test("on next_day the processing time runs from the cutoff over midnight to the start", () => {
  const next = configurationRanges({ ...twoRanges, window: "next_day" }, "saturday");
  expect(next?.map((range) => range.processing_time)).toEqual([25]);
});

test("the configuration lists all zones of the area and marks the selected ones with their cutoffs", () => {
  const { zones } = build({
    delivery: twoRanges,
    zones: [{ id: "MLA-BUE-BELGRANO", cutoff: { week: 11, saturday: null, sunday: null } }],
  });
  expect(zones).toHaveLength(area.zones.length);
  expect(
    zones.filter(({ selected }) => selected).map(({ id, calculated_cutoff }) => [id, calculated_cutoff]),
  ).toEqual([["MLA-BUE-BELGRANO", { week: 11, saturday: 9, sunday: null }]]);
  expect(zones[0]?.polygon).toMatchObject({
    type: "Feature",
    geometry: { type: "Polygon" },
    properties: { name: "Palermo" },
  });
});

test("the origin zone is the one the address lies in", () => {
  expect(build().origin_zone).toEqual({
    enabled: true,
    id: "MLA-BUE-PALERMO",
    is_mandatory: true,
    label: "Palermo",
    neighborhoods: ["Palermo Soho", "Palermo Hollywood", "Las Cañitas"],
    selected: true,
  });
  expect(build({ location: { longitude: -68.3, latitude: -54.8 } }).origin_zone).toBeNull();
});

test("working days follow the ranges", () => {
  expect(build().working_days).toEqual(["week"]);
  expect(build({ delivery: twoRanges }).working_days).toEqual(["week", "saturday"]);
});

test("holidays are those of this year and the next, and the worked ones are selected", () => {
  const { holidays } = build({ worked_holidays: ["2026-03-24"] });
  expect(new Set(holidays.map(({ date }) => date.slice(0, 4)))).toEqual(new Set(["2026", "2027"]));
  expect(holidays.filter(({ selected }) => selected)).toEqual([
    {
      description: "Día Nacional de la Memoria por la Verdad y la Justicia",
      type: "national",
      date: "2026-03-24",
      selected: true,
    },
  ]);
});

test("the stored parts answer what was set beside what is in force", () => {
  expect(deliveryPart(twoRanges)).toMatchObject({
    delivery_window: "same_day",
    delivery_ranges: {
      week: [
        { from: 9, to: 13, cutoff: 8, capacity: 40, type: "etd", calculated_cutoff: 8 },
        { cutoff: 17, type: "cpt" },
      ],
      saturday: [{ from: 10, to: 14, cutoff: 9, capacity: 40 }],
      sunday: null,
    },
  });
  const zones = [{ id: "MLA-BUE-PALERMO", cutoff: { week: 7, saturday: null, sunday: null } }];
  expect(coveragePart({ zones, delivery: twoRanges })).toEqual({
    zones: [{ ...zones[0], calculated_cutoff: { week: 7, saturday: 9, sunday: null } }],
  });
});

test("a new subscription delivers on weekdays to the mandatory zone and its own", () => {
  expect(initialZones(area, palermo).map(({ id }) => id)).toEqual(["MLA-BUE-PALERMO"]);
  expect(initialZones(area, { longitude: -58.263, latitude: -34.724 }).map(({ id }) => id)).toEqual([
    "MLA-BUE-PALERMO",
    "MLA-BUE-QUILMES",
  ]);
  expect(build({ delivery: initialDelivery }).working_days).toEqual(["week"]);
});
