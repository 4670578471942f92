import { expect, it } from "vitest";
import { changesOf, rebased } from "./edited.rules.ts";

const before = { name: "One", callback: "http://old.example", topics: ["items"] };

it("a field that was not edited follows what is stored, and one that was stays", () => {
  const stored = { name: "Two", callback: "http://new.example", topics: ["questions"] };
  const edited = { ...before, name: "Mine" };
  expect(rebased(edited, before, stored)).toEqual({ ...stored, name: "Mine" });
  expect(rebased(before, before, stored)).toEqual(stored);
});

it("only what differs is sent", () => {
  expect(changesOf(before, { ...before, name: "Mine" })).toEqual({ name: "Mine" });
  expect(changesOf(before, { ...before, topics: [] })).toEqual({ topics: [] });
  expect(changesOf(before, { ...before })).toEqual({});
});
