import { isUnavailable } from "@marketplace/conventions";

/** After this many outages in a row, each further call would only wait for its timeout as well. */
const maxOutages = 3;

/** A circuit breaker for one run of a job, with a circuit for each place of its calls, such as a site. */
export interface Outages {
  /** Whether the circuit of this place is open: its last calls failed, and the run makes no other. */
  isAway(place: string): boolean;
  /** Makes a call to this place, and counts how it ends. */
  counted<T>(place: string, call: () => Promise<T>): Promise<T>;
}

export function countOutages(): Outages {
  const inARow = new Map<string, number>();
  const of = (place: string): number => inARow.get(place) ?? 0;
  return {
    isAway: (place) => of(place) >= maxOutages,
    async counted(place, call) {
      try {
        const result = await call();
        inARow.set(place, 0);
        return result;
      } catch (err) {
        inARow.set(place, isUnavailable(err) ? of(place) + 1 : 0);
        throw err;
      }
    },
  };
}
