import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validateDelivery } from "./delivery.rules.ts";
import type { Delivery, DisabledFeature } from "./state.schema.ts";

const delivery: Delivery = {
  window: "same_day",
  capacity: 30,
  ranges: { week: [{ from: 14, to: 21, cutoff: 13 }], saturday: null, sunday: null },
};
const open = { delivery, disabled_features: [] as DisabledFeature[] };

const range = (from: unknown, to: unknown, cutoff: unknown, capacity?: unknown) =>
  capacity === undefined ? { from, to, cutoff } : { from, to, cutoff, capacity };

const body = (week: unknown, rest: object = {}) => ({
  delivery_window: "same_day",
  delivery_ranges: { week, ...rest },
});

const causesOf = (given: unknown) => {
  const outcome = validateDelivery(given, open);
  return outcome.kind === "invalid"
    ? outcome.causes.map(({ code, references }) => [code, ...references])
    : outcome.kind;
};

const ranges = "body.delivery_ranges";
const week0 = `${ranges}.week[0]`;

const good = body([range(9, 18, 12)]);

describe("a delivery body", () => {
  test("replaces window, capacity and ranges, in order of from", () => {
    const given = body([range(15, 20, 14, 50), range(9, 13, 8, 50)], { saturday: [range(10, 14, 9, 50)] });
    expect(validateDelivery({ ...given, delivery_window: "next_day" }, open)).toEqual({
      kind: "accepted",
      value: {
        window: "next_day",
        capacity: 50,
        ranges: {
          week: [
            { from: 9, to: 13, cutoff: 8 },
            { from: 15, to: 20, cutoff: 14 },
          ],
          saturday: [{ from: 10, to: 14, cutoff: 9 }],
          sunday: null,
        },
      },
    });
  });

  test("that leaves the capacity out keeps the present one", () => {
    expect(validateDelivery(body([range(9, 18, 12)]), open)).toMatchObject({ value: { capacity: 30 } });
  });

  test("that gives the capacity on one range sets the common value", () => {
    const given = body([range(9, 18, 12, 70)], { sunday: [range(9, 18, 12)] });
    expect(validateDelivery(given, open)).toMatchObject({ value: { capacity: 70 } });
  });

  test.each([
    ["left out", {}],
    ["null", { saturday: null, sunday: null }],
    ["empty", { saturday: [], sunday: [] }],
  ])("works neither Saturday nor Sunday when they are %s", (_, rest) => {
    const outcome = validateDelivery(body([range(9, 18, 12)], rest), open);
    expect(outcome).toMatchObject({ value: { ranges: { saturday: null, sunday: null } } });
  });

  test("accepts the whole day, a cutoff at the end and ranges that touch", () => {
    expect(causesOf(body([range(0, 12, 0), range(12, 24, 24)]))).toBe("accepted");
  });

  test.each([
    ["no object", [], ["invalid_type", "body"]],
    ["null", null, ["invalid_type", "body"]],
    ["no week", body(undefined), ["required", `${ranges}.week`]],
    ["week null", body(null), ["invalid_type", `${ranges}.week`]],
    ["week empty", body([]), ["out_of_range", `${ranges}.week`]],
    ["no window", { delivery_ranges: { week: [range(9, 18, 12)] } }, ["required", "body.delivery_window"]],
    ["an unknown window", { ...good, delivery_window: "later" }, ["invalid_value", "body.delivery_window"]],
    ["a string for an hour", body([range("9", 18, 12)]), ["invalid_type", `${week0}.from`]],
    ["half an hour", body([range(9.5, 18, 12)]), ["invalid_type", `${week0}.from`]],
    ["a negative hour", body([range(-1, 18, 12)]), ["out_of_range", `${week0}.from`]],
    ["hour 25", body([range(9, 25, 12)]), ["out_of_range", `${week0}.to`]],
    ["no cutoff", body([{ from: 9, to: 18 }]), ["required", `${week0}.cutoff`]],
    ["from equal to to", body([range(9, 9, 8)]), ["invalid_range", `${week0}.from`, `${week0}.to`]],
    ["from after to", body([range(18, 9, 8)]), ["invalid_range", `${week0}.from`, `${week0}.to`]],
    ["cutoff after to", body([range(9, 18, 19)]), ["cutoff_after_end", `${week0}.cutoff`]],
    ["capacity 0", body([range(9, 18, 12, 0)]), ["out_of_range", `${week0}.capacity`]],
    ["capacity null", body([range(9, 18, 12, null)]), ["invalid_type", `${week0}.capacity`]],
    ["capacity over 10,000", body([range(9, 18, 12, 10_001)]), ["out_of_range", `${week0}.capacity`]],
    ["an unknown field", body([{ ...range(9, 18, 12), note: 1 }]), ["unknown_field", `${week0}.note`]],
    ["an unknown day", body([range(9, 18, 12)], { monday: [] }), ["unknown_field", `${ranges}.monday`]],
    [
      "a __proto__ field",
      JSON.parse(JSON.stringify(good).replace('"delivery_ranges":{', '"delivery_ranges":{"__proto__":1,')),
      ["unknown_field", `${ranges}.__proto__`],
    ],
    [
      "overlapping ranges",
      body([range(9, 14, 8), range(13, 18, 8)]),
      ["overlapping_ranges", week0, `${ranges}.week[1]`],
    ],
  ])("with %s is refused with one cause that says where", (_, given, expected) => {
    expect(causesOf(given)).toEqual([expected]);
  });

  test("with different capacities is refused, pointing at all of them", () => {
    const given = body([range(9, 12, 8, 10), range(13, 18, 8)], { saturday: [range(9, 12, 8, 20)] });
    expect(causesOf(given)).toEqual([
      ["different_capacities", `${week0}.capacity`, "body.delivery_ranges.saturday[0].capacity"],
    ]);
  });

  test("has all its causes at once", () => {
    const given = { ...body([range(18, 9, 8), range("a", 3, 1), range(1, 5, 6)]), extra: true };
    expect(causesOf(given)).toEqual([
      ["invalid_type", "body.delivery_ranges.week[1].from"],
      ["unknown_field", "body.extra"],
      ["invalid_range", `${week0}.from`, `${week0}.to`],
      ["cutoff_after_end", "body.delivery_ranges.week[2].cutoff"],
    ]);
  });

  test("with a hundred thousand unknown fields is refused with a hundred causes", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${i}`, 1]));
    expect(causesOf({ ...body([range(9, 18, 12)]), ...many })).toHaveLength(100);
  });
});

describe("a seller without CAPACITY_BY_DAY", () => {
  const closed = { delivery, disabled_features: ["CAPACITY_BY_DAY"] as DisabledFeature[] };

  test("may not give a capacity", () => {
    expect(validateDelivery(body([range(9, 18, 12, 30)]), closed).kind).toBe("forbidden");
  });

  test("may change hours", () => {
    expect(validateDelivery(body([range(9, 18, 12)]), closed)).toMatchObject({
      kind: "accepted",
      value: { capacity: 30 },
    });
  });
});

const anyRange = fc.record({
  from: fc.integer({ min: 0, max: 24 }),
  to: fc.integer({ min: 0, max: 24 }),
  cutoff: fc.integer({ min: 0, max: 24 }),
});

/** The same rules, hour by hour: every hour of the day belongs to one range at most. */
function isSound(week: { from: number; to: number; cutoff: number }[]): boolean {
  const hours = week.flatMap(({ from, to }) =>
    Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i),
  );
  const once = new Set(hours).size === hours.length;
  return once && week.every(({ from, to, cutoff }) => from < to && cutoff <= to);
}

test("ranges are accepted when every hour is in one of them at most and cutoffs are in time, else refused", () => {
  fc.assert(
    fc.property(fc.array(anyRange, { minLength: 1, maxLength: 3 }), (week) => {
      const sorted = week.toSorted((a, b) => a.from - b.from);
      const outcome = validateDelivery(body(week), open);
      expect(outcome).toMatchObject(
        isSound(week) ? { value: { ranges: { week: sorted } } } : { kind: "invalid" },
      );
    }),
    { numRuns: 1000 },
  );
});

test("any JSON value at all is accepted or refused, never a crash", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(["accepted", "invalid"]).toContain(validateDelivery(given, open).kind);
      expect(["accepted", "invalid"]).toContain(validateDelivery(body(given), open).kind);
    }),
  );
});
