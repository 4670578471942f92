import { isUnavailable } from "@marketplace/conventions";

/** After so many outages in a row, each further call would only wait for its timeout as well. */
const outagesAtMost = 3;

/** Counts the outages of the places to which the calls of a job's run go, such as sites. */
export interface Outages {
  /** Whether the last calls to this place met so many outages in a row that the run makes no other. */
  isAway(place: string): boolean;
  /** Counts how a call ended: with this error, or well. */
  ended(place: string, err?: unknown): void;
}

export function countOutages(): Outages {
  const inARow = new Map<string, number>();
  const of = (place: string): number => inARow.get(place) ?? 0;
  return {
    isAway: (place) => of(place) >= outagesAtMost,
    ended: (place, err) => inARow.set(place, isUnavailable(err) ? of(place) + 1 : 0),
  };
}
