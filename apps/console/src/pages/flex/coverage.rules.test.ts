import { expect, it } from "vitest";
import {
  canToggle,
  changesOf,
  chosenIn,
  coverage,
  coverageBody,
  draftOf,
  toggled,
} from "./coverage.rules.ts";
import type { Zone } from "./zone.ts";

// Only what the rules read.
const zone = (id: string, change: Partial<Zone> = {}) =>
  ({ id, selected: false, is_mandatory: false, enabled: true, cutoff: null, ...change }) as Zone;
const center = zone("center", { selected: true, is_mandatory: true });
const north = zone("north", { selected: true });
const south = zone("south");
const river = zone("river", { enabled: false });
const zones = [center, north, south, river];

it("clicks add and remove zones, but mandatory and disabled ones", () => {
  const draft = [center, north, south, river].reduce(toggled, draftOf(zones));
  expect([...draft.keys()]).toEqual(["center", "south"]);
  expect(changesOf(zones, draft).map(({ kind, zone: { id } }) => `${kind} ${id}`)).toEqual([
    "removed north",
    "added south",
  ]);
  expect(changesOf(zones, toggled(toggled(draft, north), south))).toEqual([]);
});

it("a zone's own cutoff is the general one, a number for all days, or differs by day and stays", () => {
  const all = (hour: number | null) => ({ week: hour, saturday: hour, sunday: hour });
  const mixed = zone("mixed", { selected: true, cutoff: { ...all(null), week: 11 } });
  const own = zone("own", { selected: true, cutoff: all(12) });
  const none = zone("none", { selected: true, cutoff: all(null) });
  const draft = draftOf([mixed, own, none, north]);
  expect(Object.fromEntries(draft)).toEqual({ mixed: "kept", own: 12, none: "general", north: "general" });
  expect(changesOf([mixed, own, none, north], draft)).toEqual([]);
  const changed = new Map(draft).set("own", 12).set("mixed", 9);
  expect(coverageBody([mixed, own, none, north], changed).zones).toEqual([
    { id: "mixed", cutoff: all(9) },
    { id: "own" },
    { id: "none" },
    { id: "north" },
  ]);
});

it("a zone keeps its cutoff, gets one of its own, or the general one", () => {
  const ten = { ...center, cutoff: { week: 10, saturday: 10, sunday: 10 } };
  const stored = [ten, north, south, river];
  const draft = new Map(draftOf(stored)).set("north", 11).set("center", "general");
  expect(changesOf(stored, draft).map(({ kind }) => kind)).toEqual(["cutoff", "cutoff"]);
  const general = { week: null, saturday: null, sunday: null };
  expect(coverageBody(stored, draft).zones).toEqual([
    { id: "center", cutoff: general },
    { id: "north", cutoff: { week: 11, saturday: 11, sunday: 11 } },
  ]);
  expect(coverageBody(zones, draftOf(zones)).zones).toEqual([{ id: "center" }, { id: "north" }]);
});

it("a zone is chosen as the answer says that has the ETag, with the cutoff of its own", () => {
  const cutoff = { week: 9, saturday: null, sunday: null };
  expect(chosenIn([{ id: "south", cutoff }], south)).toMatchObject({ selected: true, cutoff });
  expect(chosenIn([], north)).toMatchObject({ selected: false, cutoff: null });
});

it("a zone that is disabled can be taken out, and not chosen", () => {
  const closed = zone("closed", { selected: true, enabled: false });
  expect([canToggle(closed, true), canToggle(closed, false), canToggle(center, true)]).toEqual([
    true,
    false,
    false,
  ]);
  expect([...toggled(draftOf([closed, north]), closed).keys()]).toEqual(["north"]);
});

it("zones are alike whatever cutoff is in force, and not with another one of their own", () => {
  const inForce = { week: 1, saturday: 1, sunday: 1 };
  const other = { zones: zones.map((one) => ({ ...one, calculated_cutoff: inForce })) };
  expect(coverage.isSame({ zones }, other)).toBe(true);
  expect(coverage.isSame({ zones }, { zones: [center, { ...north, cutoff: inForce }] })).toBe(false);
});

it("changes of a draft go to what others saved meanwhile, and leave the rest of it", () => {
  const base = { zones };
  const draft = new Map(toggled(toggled(draftOf(zones), south), north)).set("center", 11);
  const twelve = { week: 12, saturday: 12, sunday: 12 };
  const west = zone("west", { selected: true, cutoff: twelve });
  const moved = coverage.moved({ base, draft }, { zones: [...zones, west] });
  expect(Object.fromEntries(moved)).toEqual({ center: 11, south: "general", west: 12 });
  // Somebody else took the zone in, or it can be chosen no more.
  const closed = { ...south, enabled: false };
  expect(coverage.moved({ base, draft }, { zones: [center, north, closed] }).has("south")).toBe(false);
});
