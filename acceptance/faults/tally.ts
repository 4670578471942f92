/** Counters of a run. Lists hold one line per case, for the report of a failure. */
export interface Tally {
  faults: number;
  requests: number;
  acknowledged: number;
  /** Every request that got 5xx or no answer, in order. */
  failures: string[];
  /** Answered 502, 503, 504 or 507. */
  excused: string[];
  /** Valid writes that were answered 4xx. */
  refused: string[];
  /** No answer: the connection failed because the process that clients talk to was killed. */
  unanswered: string[];
  lost: string[];
  duplicated: string[];
  halfVisible: string[];
  notStandard: string[];
  /** Answered 5xx other than 502, 503, 504 and 507. */
  inexcusable: string[];
  hung: string[];
  /** Acknowledged changes whose events the receiver never saw. */
  eventsMissing: string[];
  /** Outboxes that did not empty, and objects without a row. */
  undrained: string[];
  /** Wrong readiness: ready while a dependency was down, never unready, or not ready again. */
  wrongReadiness: string[];
  /** Leaked memory or file descriptors. */
  leaks: string[];
  /** Failed requests during rolling restarts, where none may fail. */
  failedInRestarts: string[];
  /** Faults that cannot be injected on this machine. */
  notRun: string[];
  /** Faults that had to make a request fail, but met none: they prove nothing. */
  withoutEffect: string[];
  /** Seconds until every service was ready again, and failed requests meanwhile. */
  recoveries: { fault: string; seconds: number; failed: number }[];
  readinessP99Ms: number;
}

export const newTally = (): Tally => ({
  faults: 0,
  requests: 0,
  acknowledged: 0,
  readinessP99Ms: 0,
  failures: [],
  excused: [],
  refused: [],
  unanswered: [],
  lost: [],
  duplicated: [],
  halfVisible: [],
  notStandard: [],
  inexcusable: [],
  hung: [],
  eventsMissing: [],
  undrained: [],
  wrongReadiness: [],
  leaks: [],
  failedInRestarts: [],
  notRun: [],
  withoutEffect: [],
  recoveries: [],
});

/** The counters that must be zero, by their printed names. */
export function violations(tally: Tally): Record<string, string[]> {
  return {
    lost: tally.lost,
    duplicated: tally.duplicated,
    "half visible": tally.halfVisible,
    "requests without the standard body": tally.notStandard,
    "answers 5xx other than 502, 503, 504, 507": tally.inexcusable,
    "valid writes refused": tally.refused,
    hung: tally.hung,
    "events missing": tally.eventsMissing,
    "outboxes and sweeps not drained": tally.undrained,
    "wrong readiness": tally.wrongReadiness,
    "memory or descriptors kept": tally.leaks,
    "requests failed in a rolling restart": tally.failedInRestarts,
    "faults not run": tally.notRun,
    "faults without effect": tally.withoutEffect,
  };
}

/** The report: one figure per line, with details of violations. */
export function reportOf(tally: Tally): string {
  const { faults, requests, acknowledged, excused, unanswered, recoveries, readinessP99Ms } = tally;
  const found = Object.entries(violations(tally));
  const worst = Math.max(0, ...recoveries.map(({ seconds }) => seconds));
  return [
    `faults injected: ${faults}`,
    `requests: ${requests}, of them answered 502, 503, 504 or 507: ${excused.length}, without an answer: ${unanswered.length}`,
    `acknowledged writes: ${acknowledged}`,
    ...found.map(([what, cases]) => `${what}: ${cases.length}`),
    ...recoveries.map(
      ({ fault, seconds, failed }) =>
        `recovery after ${fault}: ${seconds.toFixed(1)} s, ${failed} requests failed`,
    ),
    `longest recovery: ${worst.toFixed(1)} s`,
    `worst p99 of readiness: ${readinessP99Ms.toFixed(0)} ms`,
    ...found.flatMap(([what, cases]) => cases.slice(0, 10).map((one) => `  ${what}: ${one}`)),
  ].join("\n");
}
