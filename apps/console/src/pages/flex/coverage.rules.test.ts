import { expect, it } from "vitest";
import { changesOf, coverageBody, draftOf, toggled } from "./coverage.rules.ts";
import type { Zone } from "./flex-queries.ts";

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
