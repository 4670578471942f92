import { expect, it } from "vitest";
import { draftKeys } from "./draft-keys.ts";

const keyOf = (keys: ReturnType<typeof draftKeys>, body: unknown) => keys.headerFor(body)["Idempotency-Key"];

it("the same body has the same key until it was made, and another body another one", () => {
  const keys = draftKeys();
  const first = keyOf(keys, { title: "Galaxy", price: 10 });
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(keyOf(keys, { title: "Galaxy", price: 10 })).toBe(first);
  const changed = keyOf(keys, { title: "Galaxy", price: 11 });
  expect(changed).not.toBe(first);
  keys.done();
  expect(keyOf(keys, { title: "Galaxy", price: 11 })).not.toBe(changed);
});

it("two forms have keys of their own", () => {
  expect(keyOf(draftKeys(), {})).not.toBe(keyOf(draftKeys(), {}));
});
