/** Groups of things that happen at a moment; `cutoff` ends the purchases that are delivered on a day. */
export const dueKinds = ["delivery", "expiry", "step", "cutoff"] as const;
export type DueKind = (typeof dueKinds)[number];

/** Something that waits for a moment of domain time. */
export interface Due {
  at: Date;
  kind: DueKind;
  /** Its path, such as `/orders/2000003508419013`. */
  id: string;
  /** Whether it ends by itself, so that nothing is to be done then. */
  passive: boolean;
}

export interface DueRange {
  /** Exclusive. */
  after: Date;
  /** Inclusive. */
  until: Date;
  /** All kinds when absent. */
  kinds?: readonly DueKind[] | undefined;
  limit: number;
}

/**
 * What a service does at stored moments, for a caller that moves its clock. Its jobs do the same without
 * being asked, a few seconds later.
 */
export interface DueWork {
  /** What waits for a moment of the range, the earliest first. */
  list(range: DueRange): Promise<Due[]>;
  /** Does all that is due by the service's clock, and publishes its events. */
  run(): Promise<void>;
}

export type DueRow = Pick<Due, "at" | "id">;

/** One kind of waiting things. */
export interface DueSource extends Pick<Due, "kind"> {
  passive?: boolean;
  /** The first of the range by time, then by id as text, so that a longer list begins the same. */
  list(range: DueRange): Promise<DueRow[]>;
}

/** The due work of several sources; `run` does it. */
export const dueWork = (sources: readonly DueSource[], run: () => Promise<void>): DueWork => ({
  async list(range) {
    const lists: Due[][] = [];
    // One after the other: pools are small, and moving a clock is no request of a client.
    for (const { kind, passive = false, list } of sources) {
      if (range.kinds && !range.kinds.includes(kind)) continue;
      lists.push((await list(range)).map(({ at, id }) => ({ at, kind, id, passive })));
    }
    return firstDue(lists.flat(), range.limit);
  },
  run,
});

/** The earliest of what is due, in an order that does not depend on who was asked first. */
export const firstDue = (due: readonly Due[], limit: number): Due[] =>
  due.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, limit);

const keyOf = ({ kind, id }: Due): string => `${kind} ${id}`;
