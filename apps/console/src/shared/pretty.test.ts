import { expect, it } from "vitest";
import { pretty } from "./pretty.ts";

it("JSON is indented as usual", () => {
  const values = [
    { a: [1, { b: null }, []], c: {}, "d:e": 'x, "y" {z} \\' },
    [],
    {},
    [[["a"]]],
    "a",
    1.5,
    null,
  ];
  for (const value of values) expect(pretty(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(pretty(' { "a" :\n[ 1 ,2 ] } ')).toBe('{\n  "a": [\n    1,\n    2\n  ]\n}');
});

it("numbers and repeated names are as they were sent", () => {
  expect(pretty('{"id":9007199254740993,"price":1.0,"id":-1E+2}')).toBe(
    '{\n  "id": 9007199254740993,\n  "price": 1.0,\n  "id": -1E+2\n}',
  );
});

it("what is no JSON stays as it is", () => {
  for (const text of ["", "grant_type=x&a=1", '{"a":1', "<a/>"]) expect(pretty(text)).toBe(text);
});

it("text that is nested deeply does not grow without bounds", () => {
  const deep = "[".repeat(5_000) + "]".repeat(5_000);
  expect(pretty(deep).length).toBeLessThan(100 * deep.length);
});
