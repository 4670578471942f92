import { expect, it } from "vitest";
import { changesOf, coverageBody, draftOf, toggled } from "./coverage.rules.ts";
import type { Zone } from "./flex-queries.ts";

// Only what the rules read.
const zone = (id: string, change: Partial<Zone> = {}) =>
  ({ id, selected: false, is_mandatory: false, enabled: true, ...change }) as Zone;
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

it("a zone keeps its cutoff, gets one of its own, or the general one", () => {
  const draft = new Map(draftOf(zones)).set("north", 11).set("center", "general");
  expect(changesOf(zones, draft).map(({ kind }) => kind)).toEqual(["cutoff", "cutoff"]);
  const general = { week: null, saturday: null, sunday: null };
  expect(coverageBody(draft).zones).toEqual([
    { id: "center", cutoff: general },
    { id: "north", cutoff: { week: 11, saturday: 11, sunday: 11 } },
  ]);
  expect(coverageBody(draftOf(zones)).zones).toEqual([{ id: "center" }, { id: "north" }]);
});
