/** What a run has counted. Lists hold a line for each case, so that a failure says what it was. */
export interface Tally {
  faults: number;
  requests: number;
  acknowledged: number;
  /** Every request that was answered 5xx or not at all, in order. */
  failures: string[];
  /** Answered 502, 503, 504 or 507. */
  excused: string[];
  /** Answered 4xx, though nothing was wrong with the write. */
  refused: string[];
  /** No answer: the connection was refused or broke, because the process that clients talk to was killed. */
  unanswered: string[];
  lost: string[];
  duplicated: string[];
  halfVisible: string[];
  notStandard: string[];
  /** Answered 5xx, but none of 502, 503, 504 and 507. */
  inexcusable: string[];
  hung: string[];
  /** Acknowledged changes whose events the receiver never saw. */
  eventsMissing: string[];
  /** Outboxes that did not empty, objects that nobody owns. */
  undrained: string[];
  /** Ready while a dependency was out, or not seen to be not ready, or not ready again. */
  readinessLies: string[];
  /** Memory or descriptors that did not come back. */
  leaks: string[];
  /** Requests that failed where none may: rolling restarts. */
  failedInRestarts: string[];
  /** Faults that could not be injected here. */
  notRun: string[];
  /** Faults that no request met, though they must be met: then nothing was shown. */
  notFelt: string[];
  /** Seconds until everything was ready again, and requests that failed meanwhile. */
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
  readinessLies: [],
  leaks: [],
  failedInRestarts: [],
  notRun: [],
  notFelt: [],
  recoveries: [],
});

/** The counts that must be zero, by the words they are printed with. */
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
    "untrue readiness": tally.readinessLies,
    "memory or descriptors kept": tally.leaks,
    "requests failed in a rolling restart": tally.failedInRestarts,
    "faults not run": tally.notRun,
    "faults that nobody felt": tally.notFelt,
  };
}

/** The figures, a line each; details of what should not be. */
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
