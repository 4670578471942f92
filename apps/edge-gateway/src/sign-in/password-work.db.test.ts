import type * as crypto from "node:crypto";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { hashOf } from "../tokens/token-text.rules.ts";
import { browserOf } from "./browser.fixture.ts";

/** The work of a hash: everything that its cost depends on. */
interface Work {
  algorithm: string;
  memory: number;
  passes: number;
  parallelism: number;
  saltBytes: number;
  tagBytes: number;
}

const { done } = vi.hoisted(() => {
  // Modules that other files have loaded have the real function.
  vi.resetModules();
  return { done: [] as Work[] };
});

// The real function, which also tells what it was asked for.
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof crypto>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    const { memory, passes, parallelism, nonce, tagLength: tagBytes } = parameters;
    const saltBytes = Buffer.from(nonce as Uint8Array).length;
    done.push({ algorithm, memory, passes, parallelism, saltBytes, tagBytes });
    return real.argon2(algorithm, parameters, callback);
  };
  return { ...real, argon2 };
});

const { http, demo, deps, rows } = await startGateway({ config: { signIn: "password" } });
const { buyer_mla: known, buyer2_mla: former, seller_mlb: disabled, seller_mlc: without } = demo.users;
const verification: Work = {
  algorithm: "argon2id",
  memory: 19_456,
  passes: 2,
  parallelism: 1,
  saltBytes: 16,
  tagBytes: 32,
};

await rows("UPDATE users SET password = NULL, password_hash = NULL WHERE id = $1", [without.id]);
await rows("UPDATE users SET password = NULL, password_hash = $2 WHERE id = $1", [
  former.id,
  hashOf("from before"),
]);
await rows("UPDATE users SET disabled_at = now() WHERE id = $1", [disabled.id]);

beforeEach(async () => {
  done.length = 0;
  await rows("DELETE FROM sign_in_throttles");
});

const wrong = "not the password of anybody";

describe("a sign-in that fails does one verification at the same cost", () => {
  it.each([
    ["with a wrong password", known.nickname, wrong],
    ["with a wrong password for an e-mail address", `${known.nickname}@example.com`, wrong],
    ["of an unknown nickname", "NOBODY_AT_ALL", known.password],
    ["of an unknown e-mail address", "nobody@example.com", known.password],
    ["of a user without a password", without.nickname, wrong],
    ["of a user with a password of an earlier release", former.nickname, wrong],
    ["of a disabled user, with a wrong password", disabled.nickname, wrong],
    ["of a disabled user, with the right password", disabled.nickname, disabled.password],
    ["with an empty-looking password", known.nickname, " "],
  ])("%s", async (_, login, password) => {
    expect((await browserOf(http).signIn(login, password)).status).toBe(403);
    expect(done).toEqual([verification]);
  });

  it("as one that succeeds does", async () => {
    expect((await browserOf(http).signIn(known.nickname, known.password)).status).toBe(302);
    expect(done).toEqual([verification]);
  });
});

describe("a sign-in that is blocked does no verification", () => {
  it.each([
    ["for a known user", known.nickname],
    ["for an unknown one", "NOBODY_AT_ALL"],
    ["for a user without a password", without.nickname],
    ["for a disabled user", disabled.nickname],
  ])("%s", async (_, login) => {
    const account = { kind: "account", text: await deps.credentials.nameOf(login) } as const;
    for (let failure = 0; failure < 5; failure++) await deps.throttle.admit([account]);
    expect((await browserOf(http).signIn(login, known.password)).status).toBe(429);
    expect(done).toEqual([]);
  });
});
