import { describe, expect, test } from "vitest";
import { firstOfNewest, parseAdded } from "./release-before.ts";

const commit = (digit: string) => digit.repeat(40);
const file = (service: string, name: string) =>
  `packages/database/prisma/${service}/migrations/${name}/migration.sql`;
const log = [
  `commit ${commit("c")}`,
  "",
  file("questions", "20261127000000_places"),
  `commit ${commit("b")}`,
  "",
  file("gateway", "20261124000000_applications"),
  file("flex", "20261123000000_zones"),
  `commit ${commit("a")}`,
  "",
  file("catalog", "20261121000000_catalog"),
].join("\n");

describe("the release before, where none is tagged", () => {
  test.each([
    ["one", 1, "c"],
    ["two", 2, "b"],
    ["three, of which two came with one commit", 3, "b"],
    ["all", 4, "a"],
    ["more than there are", 9, "a"],
  ])("is the parent of the commit that brought the oldest of the newest: %s", (_, count, expected) => {
    expect(firstOfNewest(parseAdded(log), count)).toBe(commit(expected));
  });

  test("does not exist without migrations", () => {
    expect(firstOfNewest(parseAdded(""), 5)).toBeUndefined();
  });
});
