import type { Answer } from "@marketplace/testkit";
import { expectProblem } from "@marketplace/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { auditOf } from "../../audit/audit.fixture.ts";
import { anotherGateway, startGateway } from "../../gateway.fixture.ts";
import { hashOf } from "../../tokens/token-text.rules.ts";
import { alertOf, type Browser, browserOf, hiddenIn } from "../browser.fixture.ts";
import { startFakeIssuer } from "../oidc/fake-issuer.fixture.ts";
import { signInsAt } from "../oidc/oidc.fixture.ts";
import { codeOf, totpOf } from "./totp.fixture.ts";

const gateway = await startGateway({ config: { signIn: "password" } });
const replica = await anotherGateway(gateway);
const issuer = await startFakeIssuer();
const withIssuer = await startGateway({ config: issuer.settings });
const { http, demo, deps, clock, rows } = gateway;
const { enroll } = totpOf(gateway);
const { operator } = demo.users;
const path = "/sign_in/totp";
const minute = 60_000;

afterEach(async () => {
  await deps.totp.remove(operator.id);
  await rows("DELETE FROM sign_in_throttles");
});

const firstStep = (browser: Browser, at?: string) => browser.signIn(operator.nickname, operator.password, at);
const send = async (browser: Browser, code: string, at = path): Promise<Answer> =>
  browser.submit(await browser.get(at), path, { code });
const isSignedIn = async (browser: Browser) => (await browser.get("/sign_in")).text.includes("signed in as");

/** A browser in which the operator has done the first step. */
async function waiting(of = http): Promise<Browser> {
  const browser = browserOf(of);
  expect((await firstStep(browser)).headers.location).toMatch(/^\/sign_in\/totp/);
  return browser;
}

const { client_id, redirect_uri } = demo.applications.default;
const request = { response_type: "code", client_id, redirect_uri, state: "of the application" };
const consentPath = `/authorization?${new URLSearchParams(request)}`;

describe("an operator with a second factor", () => {
  it("types a code after the password, and goes on to the consent page", async () => {
    const { secret } = await enroll("operator");
    const browser = browserOf(http);
    const sent = (await browser.get(consentPath)).headers.location;
    const { location = "" } = (await firstStep(browser, sent)).headers;
    const page = await browser.get(location);
    expect([page.status, page.text.includes('autocomplete="one-time-code"')]).toEqual([200, true]);
    expect(page.text).not.toContain(secret);
    const answer = await browser.submit(page, path, { code: codeOf(gateway, secret) });
    expect(answer.headers.location).toMatch(/^\/authorization\?/);
    const consent = await browser.get(answer.headers.location ?? "");
    expect([consent.status, consent.text.includes(operator.nickname)]).toEqual([200, true]);
    const token = browser.cookies.get("marketplace_session") ?? "";
    const stored = "SELECT method, awaiting FROM sessions WHERE token_hash = $1";
    expect(await rows(stored, [hashOf(token)])).toEqual([{ method: "password+totp", awaiting: null }]);
    const [event] = await auditOf(gateway).events({ action: "sign_in.succeeded" });
    expect(event).toMatchObject({ actor_id: operator.id, details: { method: "password+totp" } });
  });

  it("is not signed in before, and gets a new token afterwards", async () => {
    const { secret } = await enroll("operator");
    const browser = await waiting();
    const before = browser.cookies.get("marketplace_session");
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.get(consentPath)).headers.location).toMatch(/^\/sign_in\?/);
    expect((await send(browser, codeOf(gateway, secret))).status).toBe(302);
    expect(await isSignedIn(browser)).toBe(true);
    expect(browser.cookies.get("marketplace_session")).not.toBe(before);
    expect(await deps.sessions.find(before ?? "")).toBeUndefined();
  });

  it("may use a code one step early or late, and each code once, on whichever replica", async () => {
    const { secret } = await enroll("operator");
    clock.advance(5 * minute);
    expect((await send(await waiting(), codeOf(gateway, secret, -2))).status).toBe(403);
    expect((await send(await waiting(), codeOf(gateway, secret, -1))).status).toBe(302);
    expect((await send(await waiting(), codeOf(gateway, secret, 1))).status).toBe(302);
    for (const of of [http, replica.http]) {
      const answer = await send(await waiting(of), codeOf(gateway, secret, 1));
      expect([answer.status, alertOf(answer)]).toEqual([403, "The code is wrong, or was used before."]);
      // Codes from before one that was used are used up with it.
      expect((await send(await waiting(of), codeOf(gateway, secret))).status).toBe(403);
    }
  });

  it("signs in once with a code that comes to two replicas at once", async () => {
    const { secret } = await enroll("operator");
    const browsers = [
      await waiting(),
      await waiting(replica.http),
      await waiting(),
      await waiting(replica.http),
    ];
    const code = codeOf(gateway, secret);
    const answers = await Promise.all(browsers.map((browser) => send(browser, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 403, 403, 403]);
  });

  it("may use each recovery code once, however it is typed", async () => {
    const { codes } = await enroll("operator");
    const [code = ""] = codes;
    expect((await send(await waiting(), ` ${code.toUpperCase().replaceAll("-", " ")}`)).status).toBe(302);
    expect((await send(await waiting(), code)).status).toBe(403);
    expect(await deps.totp.recoveryCodesLeft(operator.id)).toBe(9);
  });

  it("waits after five wrong codes, which a right password does not take back", async () => {
    const { secret } = await enroll("operator");
    for (let guess = 0; guess < 5; guess += 1)
      expect((await send(await waiting(), "000000")).status).toBe(403);
    const browser = await waiting();
    const answer = await send(browser, codeOf(gateway, secret));
    expect([answer.status, alertOf(answer), answer.headers["retry-after"]]).toEqual([
      429,
      "Too many attempts. Try again in 30 seconds.",
      "30",
    ]);
    clock.advance(30_000);
    expect((await send(browser, codeOf(gateway, secret))).status).toBe(302);
  });

  it("begins again after ten minutes, and when they were disabled meanwhile", async () => {
    const { secret } = await enroll("operator");
    const [slow, ended] = [await waiting(), await waiting()];
    await rows("DELETE FROM sessions WHERE token_hash = $1", [
      hashOf(ended.cookies.get("marketplace_session") ?? ""),
    ]);
    clock.advance(10 * minute);
    for (const browser of [slow, ended]) {
      expect((await browser.get(path)).headers.location).toBe("/sign_in");
      const answer = await browser.post(path, { code: codeOf(gateway, secret) });
      expect([answer.status, answer.headers.location]).toEqual([302, "/sign_in"]);
      expect(await isSignedIn(browser)).toBe(false);
    }
  });

  it("whose secret cannot be opened any more still has recovery codes", async () => {
    const { secret, codes } = await enroll("operator");
    await rows("UPDATE totp_secrets SET sealed = 'another INTERNAL_SECRET sealed this one'");
    expect((await send(await waiting(), codeOf(gateway, secret))).status).toBe(403);
    expect((await send(await waiting(), codes[0] ?? "")).status).toBe(302);
    expect(gateway.logs()).toContain("the secret of a second factor cannot be opened");
  });

  it("who signed in before it was enrolled signs in again", async () => {
    const browser = browserOf(http);
    expect((await firstStep(browser)).headers.location).toBe("/sign_in");
    await rows("INSERT INTO totp_secrets VALUES ($1, 'x', NULL, now(), now(), 0)", [operator.id]);
    expect((await browser.get(consentPath)).headers.location).toMatch(/^\/sign_in\?/);
    expect(await isSignedIn(browser)).toBe(false);
  });

  it("is asked for it after the issuer, too", async () => {
    const { signIn, signedInAs, newBrowser, link } = signInsAt(withIssuer, issuer);
    const { secret } = await totpOf(withIssuer).enroll("operator");
    await link(withIssuer.demo.users.operator.id, "person-1");
    const browser = newBrowser();
    expect((await signIn(browser, { sub: "person-1" })).headers.location).toMatch(/^\/sign_in\/totp/);
    expect(await signedInAs(browser)).toBeUndefined();
    expect((await send(browser, codeOf(withIssuer, secret))).status).toBe(302);
    expect(await signedInAs(browser)).toBe(withIssuer.demo.users.operator.nickname);
  });
});

describe("the form of the second step", () => {
  it("is nobody's without the first one", async () => {
    const stranger = browserOf(http);
    expect((await stranger.get(path)).headers.location).toBe("/sign_in");
    expect((await stranger.get(`${path}?${new URLSearchParams(request)}`)).headers.location).toMatch(
      /^\/sign_in\?response_type/,
    );
    const buyer = browserOf(http);
    await buyer.signIn(demo.users.buyer_mla.nickname, demo.users.buyer_mla.password);
    expect((await buyer.get(path)).headers.location).toBe("/sign_in");
  });

  it("is not taken from another site, or with another session's token", async () => {
    const { secret } = await enroll("operator");
    const [victim, attacker] = [await waiting(), await waiting()];
    const own = hiddenIn(await victim.get(path), path);
    const stolen = hiddenIn(await attacker.get(path), path);
    const code = codeOf(gateway, secret);
    const foreign: Record<string, string>[] = [
      { Origin: "https://evil.example" },
      { "Sec-Fetch-Site": "cross-site" },
    ];
    for (const headers of foreign)
      expect((await victim.post(path, { ...own, code }, headers)).status).toBe(403);
    for (const fields of [{}, { form_token: "x" }, stolen]) {
      const answer = await victim.post(path, { ...fields, code });
      expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("out of date")]);
    }
    // None of them used the code up.
    expect((await victim.post(path, { ...own, code })).status).toBe(302);
  });

  it("can neither be framed nor stored, and runs no script", async () => {
    await enroll("operator");
    const browser = await waiting();
    for (const { headers, text } of [await browser.get(path), await send(browser, "000000")]) {
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect([headers["x-frame-options"], headers["cache-control"]]).toEqual(["DENY", "no-store"]);
      expect(text).not.toContain("<script");
    }
  });

  it("tells programs in the standard body, and takes no endless codes", async () => {
    await enroll("operator");
    const browser = await waiting();
    const fields = hiddenIn(await browser.get(path), path);
    for (const code of ["000000", "", "x".repeat(65)])
      expectProblem(await browser.post(path, { ...fields, code }, { Accept: "*/*" }), 403, "forbidden");
  });
});
