import { expect, it } from "vitest";
import { compare } from "./compare.ts";
import type { Answer } from "./difference.ts";

const answer = (json: unknown, { status = 200, headers = {} }: Partial<Answer> = {}): Answer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  json,
});
const found = (base: Answer, against: Answer, enums: Record<string, string[]> = {}) =>
  compare(base, against, (path) => enums[path]).differences.map(({ kind, at }) => `${kind} ${at}`.trim());

const item = { id: "MLA1", price: 10, status: "active", shipping: { tags: ["a"], mode: "me2" }, video: null };

it("finds nothing between answers that differ in their data only", () => {
  const other = { ...item, id: "MLA2", price: 11.5, shipping: { tags: [], mode: "custom" } };
  expect(compare(answer({ results: [item] }), answer({ results: [other, other] }))).toMatchObject({
    differences: [],
    // Status, a header, the body, results, its elements and seven fields, and the tags of one side.
    compared: 12,
  });
});

it.each([
  ["a status, and then nothing else", answer(item), answer({}, { status: 404 }), ["status"]],
  ["a field that came", answer(item), answer({ ...item, more: { deep: 1 } }), ["field-added more"]],
  [
    "a field that went, within elements",
    answer([{ a: 1, b: { c: 1 } }]),
    answer([{ a: 1 }]),
    ["field-removed [].b"],
  ],
  ["another type", answer(item), answer({ ...item, price: "10" }), ["type price"]],
  ["a null", answer(item), answer({ ...item, price: null }), ["null price"]],
  ["a value in place of null", answer(item), answer({ ...item, video: "x" }), ["null video"]],
  ["a header that went", answer(item, { headers: { etag: '"1"' } }), answer(item), ["header etag"]],
  [
    "a media type",
    answer(item),
    answer(item, { headers: { "content-type": "text/plain" } }),
    ["header content-type"],
  ],
  ["an array in place of an object", answer({ a: { b: 1 } }), answer({ a: [1] }), ["type a"]],
])("finds %s", (_, base, against, expected) => {
  expect(found(base, against)).toEqual(expected);
});

it("finds a value that the declared enum does not list", () => {
  const enums = { status: ["active", "paused"] };
  expect(found(answer(item), answer({ ...item, status: "paused" }), enums)).toEqual([]);
  expect(found(answer(item), answer({ ...item, status: "gone" }), enums)).toEqual(["enum status"]);
});

it("says nothing of fields in an array that is empty, or an object that is null, on one side", () => {
  expect(found(answer({ results: [item] }), answer({ results: [] }))).toEqual([]);
  expect(found(answer({ a: { b: 1 } }), answer({ a: null }))).toEqual(["null a"]);
});

it("takes ETags, dates and spaces in media types for equal", () => {
  const headers = { etag: '"1"', "last-modified": "x", "content-type": "application/json;charset=UTF-8" };
  expect(found(answer(item, { headers: { ...headers, etag: '"2"' } }), answer(item, { headers }))).toEqual(
    [],
  );
});
