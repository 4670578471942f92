import { parse } from "graphql";
import { describe, expect, test } from "vitest";
import { areasOf, flexSites } from "../coverage-areas/coverage-areas.service.ts";
import { buildConfiguration } from "./build-configuration.rules.ts";
import { costOf, maxCost } from "./query-cost.rules.ts";
import { readConfiguration } from "./read-configuration.service.ts";
import { stateOf } from "./state.fixture.ts";

const areas = flexSites.flatMap((site) => areasOf(site));
const call = "configuration(user_id: 1, service_id: 2)";
const cost = (selection: string): number => costOf(parse(`{ ${call} ${selection} }`));

/** Aliases of a selection, all different. */
const aliases = (count: number, selection: string): string =>
  Array.from({ length: count }, (_, n) => `a${n}: ${selection}`).join(" ");

/** Each part of a configuration that is a list or holds one, whole. */
const parts = {
  zones: `zones { id enabled is_mandatory label neighborhoods polygon { type geometry { type coordinates } properties { name } }
    price { cents currency_id decimal_separator fraction symbol } scope selected transit_time { offset value }
    calculated_cutoff { week saturday sunday } }`,
  coordinates: "zones { polygon { geometry { coordinates } } }",
  neighborhoods: "zones { neighborhoods }",
  holidays: "holidays { description selected type date }",
  descriptions: "holidays { description }",
  dates: "holidays { date }",
  availables: `availables { cutoff capacity capacity_range { from to } transit_time ranges
    radius_range { from to } accurate_ranges }`,
  origin: "origin_zone { enabled id is_mandatory label neighborhoods selected }",
};

describe("the cost of a selection", () => {
  test.each(Object.entries(parts))("is at least the answer's length in every area: %s", async (_, part) => {
    for (const area of areas) {
      const state = stateOf();
      const whole = buildConfiguration(
        { ...state, subscription: { ...state.subscription, site_id: area.site_id } },
        area,
        "2026-03-10",
      );
      const read = await readConfiguration(`${call} { ${part} }`, async () => whole);
      expect(read.ok).toBe(true);
      const answer = read.ok ? JSON.stringify(read.configuration) : "";
      expect([area.id, cost(`{ ${part} }`)]).toEqual([area.id, expect.toSatisfy((n) => n >= answer.length)]);
    }
  });

  test("counts an alias as often as its list has entries", () => {
    const one = cost("{ zones { id } }");
    const two = cost("{ zones { id again: id } }");
    expect(two - one).toBeGreaterThan(24 * "again".length);
  });

  test("counts a field that is written twice once, as it is answered once", () => {
    expect(cost("{ zones { id } zones { id } ... { zones { id } } }")).toBe(cost("{ zones { id } }"));
  });

  test("counts what fragments select wherever they are used", () => {
    const document = (uses: string) =>
      costOf(parse(`{ ${call} { ${uses} } } fragment Z on Configuration { zones { id } }`));
    expect(document("...Z")).toBe(cost("{ zones { id } }"));
    expect(document("...Z ...Z")).toBe(cost("{ zones { id } }"));
  });
});

describe("a selection that costs too much is refused before anything is resolved", () => {
  const refused: [sentence: string, query: string][] = [
    [
      "polygons under many names",
      `${call} { zones { polygon { geometry { ${aliases(400, "coordinates")} } } } }`,
    ],
    [
      "zones under many names",
      `${call} { ${aliases(80, "zones { polygon { geometry { coordinates } } }")} }`,
    ],
    ["holidays under many names", `${call} { ${aliases(120, "holidays { description type date }")} }`],
    ["a long name in each zone", `${call} { zones { ${"n".repeat(8_000)}: id } }`],
    [
      "aliases behind fragments",
      `{ ${call} { ${aliases(60, "zones { ...Z }")} } } fragment Z on Zone { ${aliases(6, "neighborhoods")} }`,
    ],
  ];
  test.each(refused)("%s", async (_, query) => {
    const resolve = () => Promise.reject(new Error("resolved"));
    expect(query.length).toBeLessThan(9_000);
    expect(await readConfiguration(query, resolve)).toEqual({
      ok: false,
      kind: "invalid_query",
      detail: expect.stringMatching(new RegExp(`^query costs \\d+, over ${maxCost}$`)),
    });
  });

  test("but everything once, and the zones under two names more, is answered", () => {
    const everything = Object.values(parts).join(" ");
    expect(cost(`{ ${everything} a: ${parts.zones} b: ${parts.zones} }`)).toBeLessThan(maxCost);
  });

  test("no selection asks for more than some 160 KB", () => {
    expect(maxCost).toBeLessThan(160_000);
  });
});
