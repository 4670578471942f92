import XMLBuilder from "fast-xml-builder";
import { z } from "zod";

/** What `certify` needs of a certification, as the lab answers it. */
export const Certification = z.looseObject({
  id: z.string(),
  status: z.enum(["running", "passed", "failed"]),
  url: z.string(),
  error: z.string().nullable(),
  client: z.record(z.string(), z.union([z.string(), z.number()])),
  checks: z.array(
    z.looseObject({
      id: z.string(),
      group: z.string(),
      title: z.string(),
      remedy: z.string(),
      status: z.enum(["pending", "passed", "failed", "skipped"]),
      detail: z.string().nullable(),
      duration_ms: z.int().nullable(),
    }),
  ),
});
export type Certification = z.output<typeof Certification>;
type CheckOutcome = Certification["checks"][number];

const marks = { pending: " ", passed: "✓", failed: "✗", skipped: "-" };

/** The lines of a check that has ended. */
export function linesOf({ id, title, status, detail, remedy }: CheckOutcome): string[] {
  const first = `${marks[status]} ${id.padEnd(20)} ${title}`;
  if (status === "failed") return [first, `    seen:   ${plain(detail ?? "")}`, `    remedy: ${remedy}`];
  return status === "skipped" ? [first, `    skipped: ${plain(detail ?? "")}`] : [first];
}

/** The last line of the report. */
export function summaryOf({ checks, error, status }: Certification): string {
  const counts = (["passed", "failed", "skipped"] as const).map((one) => `${count(checks, one)} ${one}`);
  return [`${status}: ${counts.join(", ")}`, ...(error === null ? [] : [plain(error)])].join("\n");
}

const count = (checks: readonly CheckOutcome[], status: CheckOutcome["status"]): number =>
  checks.filter((check) => check.status === status).length;

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

/** The report as JUnit XML, which CI servers show. */
export function junitOf(certification: Certification): string {
  const { checks, url, error } = certification;
  const totals = {
    "@_name": `marketplace certify ${plain(url)}`,
    "@_tests": checks.length,
    "@_failures": count(checks, "failed"),
    "@_errors": error === null ? 0 : 1,
    "@_skipped": checks.length - count(checks, "failed") - count(checks, "passed"),
    "@_time": seconds(checks.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0)),
  };
  const testsuite = {
    ...totals,
    testcase: checks.map(testCaseOf),
    ...(error !== null && { "system-err": plain(error) }),
  };
  const { "@_name": name, "@_skipped": _, ...ofAll } = totals;
  return builder.build({
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    testsuites: { "@_name": name, ...ofAll, testsuite },
  });
}

function testCaseOf({ id, group, title, status, detail, remedy, duration_ms }: CheckOutcome): object {
  const message = plain(detail ?? "");
  return {
    "@_classname": `certify.${group}`,
    "@_name": `${id}: ${title}`,
    "@_time": seconds(duration_ms ?? 0),
    ...(status === "failed" && { failure: { "@_message": message, "@_type": id, "#text": remedy } }),
    ...((status === "skipped" || status === "pending") && { skipped: { "@_message": message } }),
  };
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Replaces control characters: a receiver may answer some, and XML has none. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "?");
