import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaById } from "../coverage-areas/coverage-areas.service.ts";
import { validateCoverage } from "./coverage.rules.ts";
import type { DisabledFeature, ZoneSelection } from "./state.schema.ts";

const zones = areaById("MLA-BUE")?.zones ?? [];
const [PALERMO, BELGRANO, RECOLETA, PILAR] = ["PALERMO", "BELGRANO", "RECOLETA", "PILAR"].map(
  (name) => `MLA-BUE-${name}`,
);

const selected: ZoneSelection[] = [
  { id: `${PALERMO}`, cutoff: null },
  { id: `${BELGRANO}`, cutoff: { week: 11, saturday: 10, sunday: null } },
];
const present = { zones: selected, disabled_features: [] as DisabledFeature[] };

const check = (given: unknown) => validateCoverage(given, zones, present);
const accepted = (...list: unknown[]) => {
  const outcome = check({ zones: list });
  return outcome.kind === "accepted" ? outcome.value : outcome;
};
const causesOf = (given: unknown) => {
  const outcome = check(given);
  return outcome.kind === "invalid"
    ? outcome.causes.map(({ code, references }) => [code, ...references])
    : outcome.kind;
};

describe("a coverage body", () => {
  test("of ids alone selects those zones and leaves the cutoffs they have", () => {
    expect(accepted({ id: PALERMO }, { id: BELGRANO }, { id: RECOLETA })).toEqual([
      ...selected,
      { id: RECOLETA, cutoff: null },
    ]);
  });

  test("drops the zones it does not name, with their cutoffs", () => {
    expect(accepted({ id: PALERMO })).toEqual([{ id: PALERMO, cutoff: null }]);
  });

  test("with a partial cutoff keeps the general one on the other days", () => {
    expect(accepted({ id: PALERMO }, { id: BELGRANO, cutoff: { week: 12 } })).toEqual([
      { id: PALERMO, cutoff: null },
      { id: BELGRANO, cutoff: { week: 12, saturday: null, sunday: null } },
    ]);
  });

  test("with a cutoff of no hour gives a zone back to the general one", () => {
    expect(accepted({ id: PALERMO }, { id: BELGRANO, cutoff: {} })).toEqual([
      { id: PALERMO, cutoff: null },
      { id: BELGRANO, cutoff: null },
    ]);
  });

  const one = (zone: unknown) => ({ zones: [{ id: PALERMO }, zone] });
  const cut = (cutoff: unknown) => one({ id: BELGRANO, cutoff });
  const at = "body.zones[1].cutoff";

  test.each([
    ["no object", "zones", ["invalid_type", "body"]],
    ["no zones", {}, ["required", "body.zones"]],
    ["zones that are no list", { zones: {} }, ["invalid_type", "body.zones"]],
    ["an empty list", { zones: [] }, ["missing_mandatory_zone", "body.zones"]],
    ["no mandatory zone", { zones: [{ id: BELGRANO }] }, ["missing_mandatory_zone", "body.zones"]],
    ["an unknown zone", one({ id: "MLA-BUE-ATLANTIS" }), ["unknown_zone", "body.zones[1].id"]],
    ["a zone of another area", one({ id: "MLA-COR-CENTRO" }), ["unknown_zone", "body.zones[1].id"]],
    ["a disabled zone", one({ id: PILAR }), ["disabled_zone", "body.zones[1].id"]],
    ["a zone twice", one({ id: PALERMO }), ["duplicate_zone", "body.zones[1].id"]],
    ["a number for an id", one({ id: 7 }), ["invalid_type", "body.zones[1].id"]],
    ["a zone without id", one({}), ["required", "body.zones[1].id"]],
    ["a string for a zone", one(BELGRANO), ["invalid_type", "body.zones[1]"]],
    ["a cutoff after the available hours", cut({ week: 25 }), ["out_of_range", `${at}.week`]],
    ["a cutoff before the available hours", cut({ sunday: -1 }), ["out_of_range", `${at}.sunday`]],
    ["a string for a cutoff", cut({ week: "12" }), ["invalid_type", `${at}.week`]],
    ["half an hour", cut({ week: 12.5 }), ["invalid_type", `${at}.week`]],
    ["a bare hour", cut(12), ["invalid_type", at]],
    ["an unknown day", cut({ friday: 12 }), ["unknown_field", `${at}.friday`]],
    ["an unknown field", { zones: [{ id: PALERMO }], all: true }, ["unknown_field", "body.all"]],
    [
      "an unknown field of a zone",
      one({ id: BELGRANO, selected: true }),
      ["unknown_field", "body.zones[1].selected"],
    ],
  ])("with %s is refused with one cause that says where", (_, given, expected) => {
    expect(causesOf(given)).toEqual([expected]);
  });

  test("has all its causes at once", () => {
    expect(
      causesOf({ zones: [{ id: BELGRANO, cutoff: { week: 99 } }, { id: BELGRANO }, { id: "x" }] }),
    ).toEqual([
      ["out_of_range", "body.zones[0].cutoff.week"],
      ["duplicate_zone", "body.zones[1].id"],
      ["unknown_zone", "body.zones[2].id"],
      ["missing_mandatory_zone", "body.zones"],
    ]);
  });
});

describe("a seller without CUTOFF_BY_ZONE", () => {
  const closed = { zones: selected, disabled_features: ["CUTOFF_BY_ZONE"] as DisabledFeature[] };

  test.each([[{ week: 12 }], [{}], [null], ["12"]])("may not give the cutoff %j", (cutoff) => {
    expect(validateCoverage({ zones: [{ id: PALERMO, cutoff }] }, zones, closed).kind).toBe("forbidden");
  });

  test("may select zones", () => {
    expect(validateCoverage({ zones: [{ id: PALERMO }] }, zones, closed).kind).toBe("accepted");
  });
});

test("any choice of enabled zones with the mandatory ones is accepted as it is", () => {
  const optional = zones.filter((zone) => zone.enabled && !zone.is_mandatory).map(({ id }) => id);
  fc.assert(
    fc.property(fc.shuffledSubarray(optional), (chosen) => {
      const ids = [`${PALERMO}`, ...chosen];
      expect(check({ zones: ids.map((id) => ({ id })) })).toMatchObject({
        kind: "accepted",
        value: ids.map((id) => ({ id })),
      });
    }),
  );
});

test("any JSON value at all is accepted or refused, never a crash", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (given) => {
      expect(["accepted", "invalid"]).toContain(check(given).kind);
      expect(check({ zones: [given] }).kind).toBe("invalid");
    }),
  );
});
