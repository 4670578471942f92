import { expect, test } from "vitest";
import { secretBox } from "./secret-box.ts";

const secret = "a secret for these tests";
const box = secretBox(secret, "webhook secrets");

test("a sealed text can be opened, and differs each time", () => {
  const [one, other] = [box.seal("ñandú"), box.seal("ñandú")];
  expect([box.open(one), box.open(other)]).toEqual(["ñandú", "ñandú"]);
  expect(one.equals(other)).toBe(false);
  expect(one.includes("ñandú")).toBe(false);
});

test.each([
  ["another kind", secretBox(secret, "stored answers")],
  ["another deployment", secretBox("another secret", "webhook secrets")],
])("a box of %s does not open it", (_, other) => {
  expect(() => other.open(box.seal("x"))).toThrow();
});

test("a box with any changed byte cannot be opened", () => {
  const sealed = box.seal("x");
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => box.open(changed)).toThrow();
  }
});
