import { afterAll, beforeAll, describe } from "vitest";
import { contentRules } from "./conformance.content.ts";
import { failureRules } from "./conformance.failures.ts";
import { namingRules } from "./conformance.names.ts";
import type { StoreSubject } from "./conformance.subject.ts";
import { uploadRules } from "./conformance.uploads.ts";

/** Tests everything that every driver of ObjectStore must do, on the store that `open` opens. */
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
