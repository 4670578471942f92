import type { SystemClock } from "@marketplace/server";

/**
 * How long a job has seen its rows, in the machine's time: the domain clock, which their dates are of, may
 * stand still. A row that a run does not ask about is forgotten.
 */
export interface RealWaits {
  /** Milliseconds since the run that first asked about the row; 0 for a row that is new to the job. */
  of(id: number): number;
  endRun(): void;
}

export function createRealWaits(clock: Pick<SystemClock, "monotonicMs">): RealWaits {
  let known = new Map<number, number>();
  let asked = new Map<number, number>();
  return {
    of(id) {
      const now = clock.monotonicMs();
      const since = known.get(id) ?? now;
      asked.set(id, since);
      return now - since;
    },
    endRun() {
      known = asked;
      asked = new Map();
    },
  };
}
