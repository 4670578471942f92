import type { IdempotencyScope, IdempotencyStore, KeepOnce, StoredAnswer } from "@marketplace/conventions";
import { beforeEach, expect, test, vi } from "vitest";
import { keyedHash } from "./keyed-hash.ts";
import { sealedAnswers } from "./sealed-answers.ts";
import { secretBox } from "./secret-box.ts";

const rows = new Map<string, StoredAnswer>();
const hashes: string[] = [];
beforeEach(() => {
  rows.clear();
  hashes.length = 0;
});

const plain: IdempotencyStore = {
  async run({ callerId, method, path, key, bodyHash }, attempt) {
    hashes.push(bodyHash);
    const name = [callerId, method, path, key].join();
    const row = rows.get(name);
    if (row) return { kind: "stored", answer: row };
    const answer = await attempt(async (change) => {
      const made = await change();
      return made.finish ? made.finish() : made.answer;
    });
    rows.set(name, answer);
    return { kind: "fresh", answer };
  },
};
const storeOf = (secret: string) =>
  sealedAnswers(plain, secretBox(secret, "stored answers"), keyedHash(secret, "requests"));
const store = storeOf("a secret for these tests");
const scope: IdempotencyScope = {
  callerId: 1,
  applicationId: 2,
  method: "POST",
  path: "/users/test_user",
  key: "k",
  bodyHash: "h",
};
const answer: StoredAnswer = { status: 201, headers: { a: "b" }, body: '{"access_token":"APP_USR-1"}' };

test("a repetition gets the answer, which is stored encrypted", async () => {
  const work = vi.fn((keep: KeepOnce) => keep(async () => ({ answer })));
  expect(await store.run(scope, work)).toEqual({ kind: "fresh", answer });
  expect(await store.run(scope, work)).toEqual({ kind: "stored", answer });
  expect(work).toHaveBeenCalledOnce();
  const [stored] = rows.values();
  const read = [stored?.body, Buffer.from(stored?.body ?? "", "base64").toString("latin1")];
  for (const text of read) expect(text).not.toMatch(/APP_USR|access_token/);
});

test("an answer that is finished after its change is sealed too", async () => {
  const finish = async () => ({ ...answer, body: '{"access_token":"APP_USR-3"}' });
  const outcome = await store.run(scope, (keep) => keep(async () => ({ answer, finish })));
  expect(outcome).toEqual({ kind: "fresh", answer: await finish() });
  expect(await store.run(scope, async () => answer)).toEqual({ kind: "stored", answer: await finish() });
  for (const { body } of rows.values())
    expect(Buffer.from(body, "base64").toString("latin1")).not.toMatch(/APP/);
});

test("another application of the same user has keys of its own", async () => {
  const other = { ...answer, body: '{"access_token":"APP_USR-2"}' };
  await store.run(scope, async () => answer);
  const outcome = await store.run({ ...scope, applicationId: 3 }, async () => other);
  expect(outcome).toEqual({ kind: "fresh", answer: other });
});

test("the hash of a body is stored under the deployment's key: equal for equal bodies only", async () => {
  await store.run(scope, async () => answer);
  await store.run(scope, async () => answer);
  await store.run({ ...scope, bodyHash: "another" }, async () => answer);
  await storeOf("another deployment's secret").run({ ...scope, key: "other" }, async () => answer);
  const [first, again, another, elsewhere] = hashes;
  expect(first).toMatch(/^[\w-]{43}$/);
  expect(again).toBe(first);
  expect(new Set([first, another, elsewhere, scope.bodyHash]).size).toBe(4);
});

test("a conflict stays a conflict", async () => {
  const conflicting: IdempotencyStore = { run: async () => ({ kind: "conflict" }) };
  const secret = "a secret";
  const sealed = sealedAnswers(
    conflicting,
    secretBox(secret, "stored answers"),
    keyedHash(secret, "requests"),
  );
  expect(await sealed.run(scope, async () => answer)).toEqual({ kind: "conflict" });
});
