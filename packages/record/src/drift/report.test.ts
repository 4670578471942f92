import { XMLParser } from "fast-xml-parser";
import { expect, it } from "vitest";
import type { Drift } from "./drift.ts";
import { junitOf, linesOf, summaryOf } from "./report.ts";
import { sarifOf } from "./sarif.ts";

const drift: Drift = {
  base: "http://127.0.0.1:1",
  against: "http://127.0.0.1:2",
  score: 75,
  reads: [
    { operation: "getMe", target: "/users/me", score: 100, differences: [], duration_ms: 12 },
    {
      operation: "getItem",
      target: "/items/MLA1?a=<b>",
      score: 50,
      differences: [
        { kind: "type", at: "price", base: "number", against: "string\u0000" },
        { kind: "header", at: "etag", base: "x", against: "absent" },
      ],
      duration_ms: 1_500,
    },
  ],
  skipped: [{ operation: "getPack", why: "no pack was found" }],
};

it("prints a line for each read and each difference, and a summary", () => {
  expect(drift.reads.flatMap(linesOf)).toEqual([
    "100.0 getMe                        /users/me",
    " 50.0 getItem                      /items/MLA1?a=<b>",
    "      type price: number -> string?",
    "      header etag: x -> absent",
  ]);
  expect(summaryOf(drift)).toMatch(
    /skipped: no pack was found\n75\.0 of 100: 2 reads, 1 with .*, 1 skipped$/,
  );
});

it("writes JUnit with a failure for each read that differs", () => {
  const parser = new XMLParser({ ignoreAttributes: false });
  const { testsuites } = parser.parse(junitOf(drift));
  expect(testsuites).toMatchObject({ "@_tests": "3", "@_failures": "1" });
  const [me, item, pack] = testsuites.testsuite.testcase;
  expect(me).not.toHaveProperty("failure");
  expect(item).toMatchObject({
    "@_name": "getItem: /items/MLA1?a=<b>",
    "@_time": "1.500",
    failure: { "@_type": "type", "#text": expect.stringContaining("header etag: x -> absent") },
  });
  expect(pack).toMatchObject({ "@_name": "getPack", skipped: { "@_message": "no pack was found" } });
});

it("writes SARIF with a result for each difference, under the rule of its kind", () => {
  const { version, runs } = sarifOf(drift);
  const [run] = runs;
  const rules = run?.tool.driver.rules ?? [];
  expect(version).toBe("2.1.0");
  expect(rules.map(({ id }) => id)).toEqual([
    "status",
    "field-added",
    "field-removed",
    "type",
    "null",
    "enum",
    "header",
  ]);
  expect(run?.results).toHaveLength(2);
  for (const result of run?.results ?? []) expect(rules[result.ruleIndex ?? -1]?.id).toBe(result.ruleId);
  expect(run?.results?.[0]).toMatchObject({
    ruleId: "type",
    level: "error",
    message: { text: "getItem: type price: number -> string?" },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: "items/MLA1?a=%3Cb%3E" } },
        logicalLocations: [{ fullyQualifiedName: "getItem/price" }],
      },
    ],
  });
});
