import type { ObjectStore } from "./object-store.ts";

/** A store under test. */
export interface StoreSubject {
  store: ObjectStore;
  /**
   * Ways in which the store can fail as a whole, each named; a call brings it about and gives the way back.
   */
  faults: Record<string, () => Promise<() => Promise<void>>>;
  /** Names what lies in the store beside whole objects; after every finished operation there is nothing. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

/** Gives the subject once it is open; rules ask for it inside a test. */
export type Subject = () => StoreSubject;
