import { type Authentication, readAssertion } from "@marketplace/conventions";
import { expect, it } from "vitest";
import { assertions } from "./assertions.ts";

const secret = "a secret that only tests know";
const authentication = (userId: number): Authentication => ({
  kind: "caller",
  caller: { userId, applicationId: 1, siteId: "MLA", scopes: ["read"], roles: [] },
});

it("an assertion is sent again for a while, and is believed whenever it is sent", () => {
  let time = 1_000_000;
  const sign = assertions(secret, () => time);
  const ana = authentication(1);
  const sent = new Set<string>();
  for (let second = 0; second < 60; second++, time += 1_000) {
    const text = sign(ana);
    sent.add(text);
    expect(readAssertion(secret, text, time)).toEqual(ana);
  }
  expect(sent.size).toBe(6);
});

it("what is known of two callers, or anew of one, is signed by itself", () => {
  const sign = assertions(secret);
  const withoutScopes: Authentication = { kind: "caller", caller: { ...callerOf(1), scopes: [] } };
  for (const known of [authentication(1), authentication(2), withoutScopes, { kind: "none" } as const])
    expect(readAssertion(secret, sign(known))).toEqual(known);
});

const callerOf = (userId: number) => {
  const known = authentication(userId);
  if (known.kind !== "caller") throw new Error("a caller was made");
  return known.caller;
};
