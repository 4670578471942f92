import { describe, expect, it } from "vitest";
import { freshKey, listed, put, read, someBytes } from "./conformance.fixtures.ts";
import type { StoreSubject, Subject } from "./conformance.subject.ts";
import { ObjectStoreUnavailable } from "./errors.ts";

/** A store that does not serve says so in bounded time. Afterwards it serves all its objects again. */
export function failureRules(subject: Subject, faults: string[]): void {
  describe.each(faults)("while it %s", (fault) => {
    it("is not ready, and every operation says that it is unavailable", async () => {
      const { store } = subject();
      const [kept, fresh, removed, bytes] = [freshKey(), freshKey(), freshKey(), someBytes(200_000)];
      for (const key of [kept, removed]) await put(store, key, bytes);
      const mend = await faultOf(subject(), fault)();
      try {
        const attempts = [
          store.ready(),
          put(store, fresh, bytes),
          put(store, fresh, bytes, { ifAbsent: true }),
          store.get(kept),
          store.get(kept, { range: { from: 5 } }),
          store.stat(kept),
          store.delete(removed),
          listed(store, ""),
        ];
        for (const result of await Promise.allSettled(attempts)) {
          expect(result).toMatchObject({ status: "rejected", reason: expect.any(ObjectStoreUnavailable) });
        }
      } finally {
        await mend();
      }
      await store.ready();
      expect(await read(store, kept)).toEqual(bytes);
      // A failed operation may have been completed, but not by halves.
      for (const key of [fresh, removed]) {
        if (await store.stat(key)) expect(await read(store, key)).toEqual(bytes);
        await store.delete(key);
        await put(store, key, bytes, { ifAbsent: true });
        expect(await read(store, key)).toEqual(bytes);
      }
    });
  });

  it("is ready while it serves", async () => {
    await expect(subject().store.ready()).resolves.toBeUndefined();
  });
}

function faultOf({ faults }: StoreSubject, name: string): () => Promise<() => Promise<void>> {
  const fault = faults[name];
  if (!fault) throw new Error(`the subject cannot bring about: ${name}`);
  return fault;
}
