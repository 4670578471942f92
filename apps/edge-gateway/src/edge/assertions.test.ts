import { type Authentication, readAssertion } from "@marketplace/conventions";
import { fakeClock } from "@marketplace/testkit";
import { expect, it } from "vitest";
import { assertions } from "./assertions.ts";

const secret = "a secret that only tests know";
const authentication = (userId: number): Authentication => ({
  kind: "caller",
  caller: { userId, applicationId: 1, siteId: "MLA", scopes: ["read"], roles: [] },
});

it("an assertion is reused for a while and is valid whenever it is sent", () => {
  const clock = fakeClock();
  const sign = assertions(secret, clock);
  const ana = authentication(1);
  const sent = new Set<string>();
  for (let second = 0; second < 60; second++, clock.advance(1_000)) {
    const text = sign(ana);
    sent.add(text);
    expect(readAssertion(secret, text, clock.now().getTime())).toEqual(ana);
  }
  expect(sent.size).toBe(6);
});

it.each([-5, 5])("an assertion is not reused after the clock was set by %s hours", (hours) => {
  const clock = fakeClock();
  const sign = assertions(secret, clock);
  const ana = authentication(1);
  sign(ana);
  clock.step(hours * 3_600_000);
  const now = clock.now().getTime();
  const text = sign(ana);
  expect(readAssertion(secret, text, now + 29_999)).toEqual(ana);
  expect(readAssertion(secret, text, now + 30_000)).toBeUndefined();
});

it("each authentication has its own assertion", () => {
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
