import { isUnavailable } from "@marketplace/conventions";

/** After so many outages in a row, each further call would only wait for its timeout as well. */
const outagesAtMost = 3;

/** Counts the outages of the places to which the calls of a job's run go, such as sites. */
export interface Outages {
  /** Whether the last calls to this place met so many outages in a row that the run makes no other. */
  isAway(place: string): boolean;
  /** Makes a call to this place, and counts how it ends. */
  counted<T>(place: string, call: () => Promise<T>): Promise<T>;
}

export function countOutages(): Outages {
  const inARow = new Map<string, number>();
  const of = (place: string): number => inARow.get(place) ?? 0;
  return {
    isAway: (place) => of(place) >= outagesAtMost,
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
