import { expectProblem } from "@marketplace/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { auditOf } from "../../audit/audit.fixture.ts";
import { startGateway } from "../../gateway.fixture.ts";
import { hashOf } from "../../tokens/token-text.rules.ts";
import { codeOf, totpOf } from "./totp.fixture.ts";
import { removeTotp } from "./totp.service.ts";

const gateway = await startGateway({ config: { signIn: "password" } });
const { http, demo, deps, bearer, clock, rows, dump, logs } = gateway;
const { of, read, begin, confirm, remove, enroll } = totpOf(gateway);
const { events } = auditOf(gateway);
const { id } = demo.users.operator;
const secretOf = async () => (await begin("operator")).json<{ secret: string }>().secret;
const newCodes = (code: string, headers = {}) =>
  http.post(`${of("operator")}/recovery_codes`, {
    headers: { ...bearer("operator").headers, ...headers },
    body: { code },
  });
/** An authorization code of the operator that was not exchanged yet. */
async function givenCode(): Promise<Buffer<ArrayBuffer>> {
  const code_hash = hashOf(crypto.randomUUID());
  await deps.grants.add({
    code_hash,
    application_id: Number(demo.applications.default.client_id),
    user_id: id,
    family_id: crypto.randomUUID(),
    redirect_uri: demo.applications.default.redirect_uri,
    scopes: ["read"],
    code_challenge: null,
    code_challenge_method: null,
    session_id: null,
    expires_at: new Date(clock.now().getTime() + 600_000),
  });
  return code_hash;
}
const isWithdrawn = async (code: Buffer<ArrayBuffer>) => !(await deps.grants.lock(code));

afterEach(async () => {
  await deps.totp.remove(id);
  await rows("DELETE FROM sign_in_throttles");
});

describe("a second factor", () => {
  it("is enrolled by an operator: a secret that is answered once, then a code of it", async () => {
    const before = { enrolled: false, required: false, date_enrolled: null, recovery_codes_left: 0 };
    expect((await read("operator")).json()).toEqual(before);
    const begun = await begin("operator");
    expect([begun.status, begun.headers["cache-control"]]).toEqual([201, "no-store"]);
    const { secret, otpauth_uri } = begun.json<{ secret: string; otpauth_uri: string }>();
    expect(otpauth_uri).toMatch(/^otpauth:\/\/totp\/Marketplace%20market\.test:/);
    expect(otpauth_uri).toContain(`secret=${secret}`);
    expect((await read("operator")).json()).toEqual(before);
    const answer = await confirm("operator", codeOf(gateway, secret));
    const { recovery_codes: codes } = answer.json<{ recovery_codes: string[] }>();
    expect([answer.status, new Set(codes).size]).toEqual([200, 10]);
    const after = { ...before, enrolled: true, recovery_codes_left: 10 };
    expect((await read("operator")).json()).toEqual({ ...after, date_enrolled: clock.now().toISOString() });
    const [event] = await events({ action: "totp.enrolled" });
    expect(event).toMatchObject({ actor_id: id, subject: `/users/${id}` });
    const seen = `${await dump()} ${logs()} ${JSON.stringify(await events({ limit: 100 }))}`;
    for (const text of [secret, ...codes]) expect(seen).not.toContain(text);
  });

  it("ends the sessions that began without it", async () => {
    const opened = await deps.sessions.start({ userId: id, method: "password" });
    await enroll("operator");
    expect(await deps.sessions.find(opened?.session ?? "")).toBeUndefined();
  });

  it("ends the authorization codes of those sessions, as a reset by others does; its removal does not", async () => {
    const code = await givenCode();
    const { secret } = await enroll("operator");
    expect(await isWithdrawn(code)).toBe(true);
    const kept = await givenCode();
    expect((await remove("operator", "operator", codeOf(gateway, secret))).status).toBe(204);
    expect(await isWithdrawn(kept)).toBe(false);
    await enroll("operator");
    const last = await givenCode();
    expect(await isWithdrawn(last)).toBe(false);
    await removeTotp(deps, id, { isReset: true });
    expect(await isWithdrawn(last)).toBe(true);
  });

  it("is begun again until it is confirmed, and then only after it was disabled", async () => {
    const [first, second] = [await secretOf(), await secretOf()];
    expectProblem(await confirm("operator", codeOf(gateway, first)), 403, "forbidden", /^The code is wrong/);
    expect((await confirm("operator", codeOf(gateway, second))).status).toBe(200);
    expectProblem(await begin("operator"), 409, "conflict");
    expectProblem(await confirm("operator", codeOf(gateway, second)), 409, "conflict");
  });

  it("is confirmed once, also by requests side by side", async () => {
    const code = codeOf(gateway, await secretOf());
    const answers = await Promise.all([1, 2, 3].map(() => confirm("operator", code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await read("operator")).json()).toMatchObject({ recovery_codes_left: 10 });
  });

  it("is one's own, and operators'", async () => {
    expectProblem(await begin("seller_mla"), 403, "forbidden", "Only operators may do this");
    expectProblem(await begin("seller_mla", "operator"), 403, "forbidden");
    expectProblem(await confirm("operator", "123456", "seller_mla"), 403, "forbidden");
    expectProblem(await confirm("operator", "123456"), 404, "not_found");
    expectProblem(await read("operator", "seller_mla"), 403, "forbidden");
    expect((await read("seller_mla", "operator")).status).toBe(200);
    expectProblem(await http.get("/users/77/totp", bearer("operator")), 404, "not_found");
    for (const body of [{}, { code: "" }, { code: 123456 }, { code: "1", user: 2 }])
      expectProblem(await http.put(of("operator"), { ...bearer("operator"), body }), 400, "bad_request");
  });
});

describe("recovery codes", () => {
  it("are replaced by a code; the former ones work no more", async () => {
    const { secret, codes } = await enroll("operator");
    const answer = await newCodes(codeOf(gateway, secret));
    const replaced = answer.json<{ recovery_codes: string[] }>().recovery_codes;
    expect([answer.status, replaced.length]).toEqual([201, 10]);
    expectProblem(await newCodes(codes[0] ?? ""), 403, "forbidden");
    expect((await newCodes(replaced[0] ?? "")).status).toBe(201);
    expect(await events({ action: "totp.recovery_codes_replaced" })).toHaveLength(2);
    expect((await events({ action: "totp.recovery_code_used" }))[0]?.details).toEqual({ left: 9 });
  });

  it("are answered again to a repeated request, and wrong codes count with a key, too", async () => {
    const { secret } = await enroll("operator");
    const key = { "Idempotency-Key": "codes" };
    const code = codeOf(gateway, secret);
    const answers = [await newCodes(code, key), await newCodes(code, key)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.text).toBe(answers[0]?.text);
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1)
      statuses.push((await newCodes("000000", { "Idempotency-Key": `guess-${guess}` })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });
});

describe("a second factor goes", () => {
  it("by a code of its user, not by the token alone", async () => {
    const { secret } = await enroll("operator");
    expectProblem(await remove("operator", "operator"), 403, "forbidden", /requires one of its codes/);
    expectProblem(await remove("operator", "operator", "000000"), 403, "forbidden");
    expect((await remove("operator", "operator", codeOf(gateway, secret))).status).toBe(204);
    expect((await read("operator")).json()).toMatchObject({ enrolled: false, recovery_codes_left: 0 });
    expectProblem(await remove("operator", "operator", codeOf(gateway, secret, 1)), 404, "not_found");
    expect((await events({ action: "totp.removed" }))[0]).toMatchObject({ actor_id: id });
  });

  it("by a recovery code", async () => {
    const { codes } = await enroll("operator");
    expect((await remove("operator", "operator", codes[3]?.toUpperCase())).status).toBe(204);
  });

  it("by another operator, who needs no code of it; the user's sessions end", async () => {
    const { id: other } = demo.users.seller_mlb;
    await rows("UPDATE users SET roles = '{seller,operator}' WHERE id = $1", [other]);
    deps.tokenCheck.forget();
    await enroll("seller_mlb");
    const opened = await deps.sessions.start({ userId: other, method: "password+totp" });
    expectProblem(await remove("seller_mlb", "seller_mla"), 403, "forbidden");
    expect((await remove("seller_mlb", "operator")).status).toBe(204);
    expect(await deps.sessions.find(opened?.session ?? "")).toBeUndefined();
    expect((await events({ action: "totp.reset" }))[0]).toMatchObject({
      actor_id: id,
      subject: `/users/${other}`,
    });
    expectProblem(await remove("seller_mlb", "operator"), 404, "not_found");
  });
});

describe("guesses of codes", () => {
  it("count by user over everything that takes a code, and are in the audit log", async () => {
    const { secret } = await enroll("operator");
    const guesses = [
      () => newCodes("000000"),
      () => remove("operator", "operator", "000000"),
      () => newCodes("abcd-efgh-jkmn-pqrs"),
      () => newCodes("000000"),
      () => newCodes("000000"),
    ];
    for (const guess of guesses) expect((await guess()).status).toBe(403);
    const blocked = await newCodes(codeOf(gateway, secret));
    expectProblem(blocked, 429, "too_many_requests");
    expect(blocked.headers["retry-after"]).toBe("30");
    expect((await events({ action: "totp.failed" })).length).toBeGreaterThanOrEqual(5);
    expect((await events({ action: "sign_in.locked" }))[0]?.details).toEqual({
      blocked: "code",
      seconds: 30,
    });
    clock.advance(30_000);
    expect((await newCodes(codeOf(gateway, secret))).status).toBe(201);
  });
});
