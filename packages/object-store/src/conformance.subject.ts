import type { ObjectStore } from "./object-store.ts";

/** A store under test. */
export interface StoreSubject {
  store: ObjectStore;
  /** Faults of the whole store by name; a call causes the fault and gives the way to end it. */
  faults: Record<string, () => Promise<() => Promise<void>>>;
  /** Names everything in the store but objects. After every finished operation there is nothing. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

/** Gives the opened subject; to be called inside a test. */
export type Subject = () => StoreSubject;
