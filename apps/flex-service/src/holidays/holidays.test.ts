import fc from "fast-check";
import { expect, test } from "vitest";
import { flexSites } from "../coverage-areas/coverage-areas.service.ts";
import { addDays, easterSunday, weekdayOf } from "./easter.ts";
import { holidaySource, holidaysOf } from "./holidays.ts";

const datesOf = (site: string, year: number, type?: string) =>
  holidaysOf(site, year)
    .filter((holiday) => type === undefined || holiday.type === type)
    .map(({ date }) => date.slice(5));

test.each([
  [1818, "1818-03-22"],
  [1961, "1961-04-02"],
  [2000, "2000-04-23"],
  [2025, "2025-04-20"],
  [2026, "2026-04-05"],
  [2027, "2027-03-28"],
  [2038, "2038-04-25"],
  [2285, "2285-03-22"],
])("Easter Sunday of %d is %s", (year, date) => {
  expect(easterSunday(year)).toBe(date);
});

test("Easter is always a Sunday from 22 March to 25 April", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1600, max: 4000 }), (year) => {
      const date = easterSunday(year);
      expect(weekdayOf(date)).toBe(0);
      expect(date >= `${year}-03-22` && date <= `${year}-04-25`).toBe(true);
    }),
  );
});

test("every Flex site has its holidays, in order, each on a day of its own, with a source", () => {
  for (const site of flexSites) {
    for (const year of [2025, 2026, 2027]) {
      const dates = holidaysOf(site, year).map(({ date }) => date);
      expect(dates.length).toBeGreaterThanOrEqual(7);
      expect(dates).toEqual([...new Set(dates)].sort());
      expect(dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date) && date.startsWith(`${year}-`))).toBe(
        true,
      );
      expect(dates).toContain(`${year}-01-01`);
      expect(dates).toContain(`${year}-12-25`);
    }
    expect(holidaySource(site)).toMatch(/Ley|Lei|Código|Decreto/);
  }
});

test("a site without Flex has no holidays", () => {
  expect(holidaysOf("MLV", 2026)).toEqual([]);
  expect(holidaySource("MLV")).toBeNull();
});

test("Argentina in 2026 has its moved holidays on Mondays and three bridges", () => {
  expect(datesOf("MLA", 2026, "national")).toEqual([
    ..."01-01 02-16 02-17 03-24 04-02 04-03 05-01 05-25 06-15 06-20 07-09 08-17 10-12 11-23 12-08 12-25".split(
      " ",
    ),
  ]);
  expect(datesOf("MLA", 2026, "bridge")).toEqual(["03-23", "07-10", "12-07"]);
  expect(datesOf("MLA", 2025)).toContain("10-10");
  expect(datesOf("MLA", 2027)).toEqual(expect.arrayContaining(["06-21", "08-16", "10-11", "11-20"]));
});

test("Colombia moves what Ley Emiliani names to Mondays", () => {
  expect(datesOf("MCO", 2026)).toEqual([
    ..."01-01 01-12 03-23 04-02 04-03 05-01 05-18 06-08 06-15 06-29 07-20 08-07 08-17 10-12 11-02 11-16 12-08 12-25".split(
      " ",
    ),
  ]);
});

test.each([
  ["MLB", 2026, "national", "01-01 04-03 04-21 05-01 09-07 10-12 11-02 11-15 11-20 12-25"],
  ["MLM", 2026, "national", "01-01 02-02 03-16 05-01 09-16 11-16 12-25"],
  ["MLM", 2027, "national", "01-01 02-01 03-15 05-01 09-16 11-15 12-25"],
  [
    "MLC",
    2026,
    "national",
    "01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25",
  ],
  [
    "MLC",
    2027,
    "national",
    "01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25",
  ],
  ["MLU", 2026, "national", "01-01 05-01 07-18 08-25 12-25"],
  ["MLU", 2027, "optional", "01-06 02-08 02-09 03-25 03-26 04-19 05-17 06-19 10-11 11-02"],
  [
    "MPE",
    2026,
    "national",
    "01-01 04-02 04-03 05-01 06-07 06-29 07-23 07-28 07-29 08-06 08-30 10-08 11-01 12-08 12-09 12-25",
  ],
  ["MEC", 2025, "national", "01-01 03-03 03-04 04-18 05-02 05-23 08-11 10-10 11-03 11-04 12-25"],
  ["MEC", 2026, "national", "01-01 02-16 02-17 04-03 05-01 05-25 08-10 10-09 11-02 11-03 12-25"],
  ["MEC", 2026, "local", "12-07"],
])("%s in %d has its %s holidays on %s", (site, year, type, dates) => {
  expect(datesOf(site, year, type)).toEqual(dates.split(" "));
});

test("Chile has the day of the winter solstice in each year", () => {
  const days = [2025, 2026, 2027, 2028, 2029, 2030, 2040].flatMap((year) =>
    datesOf("MLC", year).filter((date) => date === "06-20" || date === "06-21"),
  );
  expect(days).toEqual(["06-20", "06-21", "06-21", "06-20", "06-20", "06-21", "06-20"]);
});

test("two holidays of one day are one entry with both names", () => {
  expect(holidaysOf("MCO", 2025).filter(({ date }) => date === "2025-06-30")).toEqual([
    { description: "Sagrado Corazón de Jesús; San Pedro y San Pablo", type: "national", date: "2025-06-30" },
  ]);
});

test("adding days runs over month and year ends and across leap days", () => {
  expect([addDays("2027-12-31", 1), addDays("2028-03-01", -1), addDays("2027-03-01", -1)]).toEqual([
    "2028-01-01",
    "2028-02-29",
    "2027-02-28",
  ]);
});
