import XMLBuilder from "fast-xml-builder";
import type { Difference } from "./difference.ts";
import type { Drift, ReadOutcome } from "./drift.ts";

/** The lines of a read. */
export const linesOf = ({ operation, target, score, differences }: ReadOutcome): string[] => [
  `${score.toFixed(1).padStart(5)} ${operation.padEnd(28)} ${plain(target)}`,
  ...differences.map((one) => `      ${messageOf(one)}`),
];

/** The last lines of the report. */
export function summaryOf({ score, reads, skipped }: Drift): string {
  const differing = reads.filter(({ differences }) => differences.length > 0).length;
  const lines = [
    ...skipped.map(({ operation, why }) => `    - ${operation.padEnd(28)} skipped: ${plain(why)}`),
    `${score.toFixed(1)} of 100: ${reads.length} reads, ${differing} with differences, ${skipped.length} skipped`,
  ];
  return lines.join("\n");
}

/** A difference in one line. */
export const messageOf = ({ kind, at, base, against }: Difference): string =>
  plain(`${kind}${at === "" ? "" : ` ${at}`}: ${base} -> ${against}`);

const builder = new XMLBuilder({ ignoreAttributes: false, format: true, suppressEmptyNode: true });

/** The report as JUnit XML: a read with differences is a failure. */
export function junitOf({ base, against, reads, skipped }: Drift): string {
  const totals = {
    "@_name": plain(`marketplace drift ${base} ${against}`),
    "@_tests": reads.length + skipped.length,
    "@_failures": reads.filter(({ differences }) => differences.length > 0).length,
    "@_errors": 0,
  };
  const duration = reads.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
  const testcase = [
    ...reads.map(testCaseOf),
    ...skipped.map(({ operation, why }) => ({
      "@_classname": "drift",
      "@_name": plain(operation),
      "@_time": seconds(0),
      skipped: { "@_message": plain(why) },
    })),
  ];
  return builder.build({
    "?xml": { "@_version": "1.0", "@_encoding": "UTF-8" },
    testsuites: {
      ...totals,
      testsuite: { ...totals, "@_skipped": skipped.length, "@_time": seconds(duration), testcase },
    },
  });
}

const testCaseOf = ({ operation, target, score, differences, duration_ms }: ReadOutcome): object => ({
  "@_classname": "drift",
  "@_name": plain(`${operation}: ${target}`),
  "@_time": seconds(duration_ms),
  ...(differences.length > 0 && {
    failure: {
      "@_message": `${differences.length} differences, score ${score}`,
      "@_type": differences[0]?.kind,
      "#text": differences.map(messageOf).join("\n"),
    },
  }),
});

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/** Replaces control characters: the other side may answer some, and XML has none. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "?");
