/**
 * Groups of things that happen at a moment: an attempt to notify, an end, a step of a shipment, and the
 * moment until which a purchase is delivered on a day.
 */
export const dueKinds = ["delivery", "expiry", "step", "cutoff"] as const;
export type DueKind = (typeof dueKinds)[number];

/** Something that waits for a moment of domain time. */
export interface Due {
  at: Date;
  kind: DueKind;
  /** Its path, such as `/orders/2000003508419013`. */
  id: string;
}

export interface DueRange {
  /** Exclusive. */
  after: Date;
  /** Inclusive. */
  until: Date;
  /** All kinds when absent. */
  kinds?: readonly DueKind[];
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

/** One kind of waiting things; what ends by itself is only listed. */
export interface DueSource {
  kind: DueKind;
  list(range: Omit<DueRange, "kinds">): Promise<Omit<Due, "kind">[]>;
}

/** Work of several sources; `run` does it. */
export const dueWork = (sources: readonly DueSource[], run: () => Promise<void>): DueWork => ({
  async list({ kinds, ...range }) {
    const asked = sources.filter(({ kind }) => !kinds || kinds.includes(kind));
    const lists: Due[][] = [];
    // One after the other: pools are small, and moving a clock is no request of a client.
    for (const { kind, list } of asked)
      lists.push((await list(range)).map(({ at, id }) => ({ at, kind, id })));
    return firstDue(lists.flat(), range.limit);
  },
  run,
});

/** The earliest of what is due, in an order that does not depend on who was asked first. */
export const firstDue = (due: readonly Due[], limit: number): Due[] =>
  due.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, limit);

const keyOf = ({ kind, id }: Due): string => `${kind} ${id}`;
