import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, it } from "vitest";
import { type Certification, junitOf, linesOf, summaryOf } from "./certification-report.ts";

const check = {
  id: "order",
  group: "receiver",
  title: "Takes <any> order & none",
  remedy: "Do not refuse",
  detail: null,
  duration_ms: 1_500,
} as const;
const certification: Certification = {
  id: "c1",
  status: "failed",
  url: 'http://127.0.0.1:1/a?b="c"&d',
  error: null,
  client: {},
  checks: [
    { ...check, status: "passed" },
    { ...check, id: "burst", status: "failed", detail: 'answered "503"\u0000\u001b[31m' },
    { ...check, id: "refresh", group: "tokens", status: "skipped", detail: "no call" },
  ],
};

const parser = new XMLParser({ ignoreAttributes: false, parseAttributeValue: true });

it("is JUnit XML with a case for each check, whatever receivers answer", () => {
  const xml = junitOf(certification);
  expect(XMLValidator.validate(xml)).toBe(true);
  const { testsuites } = parser.parse(xml);
  const { testsuite } = testsuites;
  for (const one of [testsuites, testsuite])
    expect(one).toMatchObject({ "@_tests": 3, "@_failures": 1, "@_errors": 0, "@_time": 4.5 });
  expect(testsuite).toMatchObject({
    "@_name": 'marketplace certify http://127.0.0.1:1/a?b="c"&d',
    "@_skipped": 1,
  });
  expect(testsuite.testcase).toMatchObject([
    { "@_classname": "certify.receiver", "@_name": "order: Takes <any> order & none", "@_time": 1.5 },
    { failure: { "@_message": 'answered "503"??[31m', "@_type": "burst", "#text": "Do not refuse" } },
    { "@_classname": "certify.tokens", skipped: { "@_message": "no call" } },
  ]);
  expect(testsuite.testcase[0]).not.toHaveProperty("failure");
});

it("says in XML why a certification has ended before its checks", () => {
  const xml = junitOf({ ...certification, error: "the world has ended" });
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(parser.parse(xml).testsuites.testsuite).toMatchObject({
    "@_errors": 1,
    "system-err": "the world has ended",
  });
});

it("says on the terminal what was seen and what to do, and counts", () => {
  expect(certification.checks.flatMap(linesOf)).toEqual([
    "✓ order                Takes <any> order & none",
    "✗ burst                Takes <any> order & none",
    '    seen:   answered "503"??[31m',
    "    remedy: Do not refuse",
    "- refresh              Takes <any> order & none",
    "    skipped: no call",
  ]);
  expect(summaryOf(certification)).toBe("failed: 1 passed, 1 failed, 1 skipped");
  expect(summaryOf({ ...certification, error: "ended" })).toMatch(/skipped\nended$/);
});
