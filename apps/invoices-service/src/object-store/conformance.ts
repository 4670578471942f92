import { afterAll, beforeAll, describe } from "vitest";
import { contentRules } from "./conformance.content.ts";
import { failureRules } from "./conformance.failures.ts";
import { namingRules } from "./conformance.names.ts";
import { uploadRules } from "./conformance.uploads.ts";
import type { ObjectStore } from "./object-store.ts";

/** A store under test. */
export interface StoreSubject {
  store: ObjectStore;
  /** Ways in which the store can fail as a whole, each named; a call brings it about and gives the way back. */
  faults: Record<string, () => Promise<() => Promise<void>>>;
  /** Names what lies in the store beside whole objects; after every finished operation there is nothing. */
  leftovers(): Promise<string[]>;
  close(): Promise<void>;
}

/** Gives the subject once it is open; rules ask for it inside a test. */
export type Subject = () => StoreSubject;

/** Runs what every driver of ObjectStore owes its callers, against the store that `open` opens. */
export function objectStoreConformance(
  name: string,
  { faults, open }: { faults: string[]; open: () => Promise<StoreSubject> },
): void {
  describe(`the ${name} object store`, () => {
    let opened: StoreSubject;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const subject = () => opened;
    contentRules(subject);
    uploadRules(subject);
    namingRules(subject);
    failureRules(subject, faults);
  });
}
