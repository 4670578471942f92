import { fakeClock } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { createTokenCheck } from "./token-check.service.ts";
import type { AccessToken } from "./tokens.repo.ts";

const text = (name: string) => `APP_USR-1-${name.padEnd(16, "0")}-2`;

function checkOver(expiresInMs = 3_600_000, maxEntries = 100) {
  const clock = fakeClock();
  const asked: string[] = [];
  const known = new Map<string, AccessToken>();
  const row: AccessToken = {
    family_id: "family",
    application_id: 1,
    owner_id: 3,
    user_id: 2,
    site_id: "MLA",
    roles: [],
    scopes: ["read"],
    requests_per_minute: null,
    last_used_at: clock.now(),
    revoked: false,
    expires_at: new Date(clock.now().getTime() + expiresInMs),
  };
  const noteUse = async () => {};
  let valid = true;
  const find = async (hash: Buffer) => {
    asked.push(hash.toString("hex"));
    return valid ? (known.get(hash.toString("hex")) ?? row) : undefined;
  };
  const revoke = () => {
    valid = false;
  };
  return {
    clock,
    asked,
    revoke,
    ...createTokenCheck({ find, noteUse, clock, systemClock: clock, maxEntries }),
  };
}

const kindOf = async (checked: ReturnType<ReturnType<typeof checkOver>["check"]>) =>
  (await checked).authentication.kind;

describe("the token check", () => {
  it("asks the database for a token at most once a second", async () => {
    const { check, clock, asked } = checkOver();
    await Promise.all(Array.from({ length: 100 }, () => check(text("a"))));
    expect(await kindOf(check(text("a")))).toBe("caller");
    expect(asked).toHaveLength(1);
    clock.advance(1_000);
    await check(text("a"));
    expect(asked).toHaveLength(2);
  });

  it("answers a cached token without waiting", async () => {
    const { check } = checkOver();
    await check(text("a"));
    expect(check(text("a"))).not.toBeInstanceOf(Promise);
  });

  it("accepts a token whose revocation was not announced for a second at most", async () => {
    const { check, clock, revoke } = checkOver();
    await check(text("a"));
    revoke();
    clock.advance(1_000);
    expect(await kindOf(check(text("a")))).toBe("invalid");
  });

  it.each([-5, 5])("accepts a revoked token no longer when the clock is set by %s hours", async (hours) => {
    const { check, clock, revoke } = checkOver(24 * 3_600_000);
    await check(text("a"));
    revoke();
    clock.step(hours * 3_600_000);
    clock.advance(1_000);
    expect(await kindOf(check(text("a")))).toBe("invalid");
  });

  it("rejects a token that was revoked here, and does not cache one that is being read", async () => {
    const { check, forget, revoke } = checkOver();
    await check(text("a"));
    const beingRead = check(text("b"));
    revoke();
    forget("family");
    expect(await kindOf(check(text("a")))).toBe("invalid");
    expect(await kindOf(beingRead)).toBe("caller");
    expect(await kindOf(check(text("b")))).toBe("invalid");
  });

  it("reads every token again when notices may have been missed", async () => {
    const { check, forget, revoke } = checkOver();
    await check(text("a"));
    revoke();
    forget();
    expect(await kindOf(check(text("a")))).toBe("invalid");
  });

  it("rejects a revoked token within a second of its read, also when the read took long", async () => {
    const { check, clock, revoke } = checkOver();
    const slow = check(text("a"));
    clock.advance(600);
    expect(await kindOf(slow)).toBe("caller");
    revoke();
    clock.advance(399);
    expect(await kindOf(check(text("a")))).toBe("caller");
    clock.advance(1);
    expect(await kindOf(check(text("a")))).toBe("invalid");
  });

  it("accepts no token after its expiry", async () => {
    const { check, clock } = checkOver(500);
    expect(await kindOf(check(text("a")))).toBe("caller");
    clock.advance(500);
    expect(await kindOf(check(text("a")))).toBe("invalid");
  });

  it("asks the database for nothing that cannot be a token", async () => {
    const { check, asked } = checkOver();
    for (const garbage of ["", "x", "APP_USR-1-x-2", "APP_USR-a-0123456789-2", `${text("a")} `, text("é")])
      expect(await kindOf(check(garbage))).toBe("invalid");
    expect(asked).toEqual([]);
  });

  it("drops the least recently used token when there are too many", async () => {
    const { check, asked } = checkOver(3_600_000, 2);
    for (const name of ["a", "b", "c"]) await check(text(name));
    await check(text("c"));
    expect(asked).toHaveLength(3);
    await check(text("a"));
    expect(asked).toHaveLength(4);
  });
});
