import type { Answer } from "@marketplace/testkit";
import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { alertOf, type Browser, browserOf, hiddenIn } from "./browser.fixture.ts";

const { http, demo, rows } = await startGateway({ config: { signIn: "password" } });
const { buyer_mla: buyer, seller_mla: seller } = demo.users;
const { client_id, redirect_uri } = demo.applications.default;
const request = { response_type: "code", client_id, redirect_uri, state: "s" };
const consentPath = `/authorization?${new URLSearchParams(request)}`;

async function signedIn(user = buyer): Promise<Browser> {
  const browser = browserOf(http);
  expect((await browser.signIn(user.nickname, user.password)).status).toBe(302);
  return browser;
}
const isSignedIn = async (browser: Browser) => (await browser.get("/sign_in")).text.includes("signed in as");
const credentials = { login: buyer.nickname, password: buyer.password };
const codes = async () => (await rows("SELECT FROM grants")).length;

const foreign: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
];

describe("the sign-in form", () => {
  it.each(foreign)("is not taken from another site: %j", async (headers) => {
    const browser = browserOf(http);
    const fields = { ...hiddenIn(await browser.get("/sign_in"), "/sign_in"), ...credentials };
    const answer = await browser.post("/sign_in", fields, headers);
    expect([answer.status, alertOf(answer)]).toEqual([
      403,
      expect.stringContaining("not sent by a page of ours"),
    ]);
    expectProblem(await browser.post("/sign_in", fields, { ...headers, Accept: "*/*" }), 403, "forbidden");
    expect(await isSignedIn(browser)).toBe(false);
    expect((await browser.post("/sign_in", fields)).status).toBe(302);
  });

  it("is not taken with another browser's token, or without one, and comes again", async () => {
    const victim = browserOf(http);
    const page = await victim.get("/sign_in");
    const stolen = hiddenIn(await browserOf(http).get("/sign_in"), "/sign_in");
    const attempts = [{}, { form_token: "" }, { form_token: "x" }, stolen];
    for (const fields of attempts) {
      const answer = await victim.post("/sign_in", { ...fields, ...credentials });
      expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("out of date")]);
    }
    expect(await isSignedIn(victim)).toBe(false);
    expect((await victim.submit(page, "/sign_in", credentials)).status).toBe(302);
  });

  it("is not taken from a browser that keeps no cookies", async () => {
    const browser = browserOf(http);
    const page = await browser.get("/sign_in");
    browser.cookies.clear();
    expect((await browser.submit(page, "/sign_in", credentials)).status).toBe(403);
  });
});

describe("the consent form", () => {
  const decide = (browser: Browser, page: Answer, headers?: Record<string, string>) =>
    browser.post("/authorization", { ...hiddenIn(page, "/authorization"), decision: "allow" }, headers);

  it.each(foreign)("is not taken from another site: %j", async (headers) => {
    const browser = await signedIn();
    const before = await codes();
    const answer = await decide(browser, await browser.get(consentPath), headers);
    expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
    expect(await codes()).toBe(before);
  });

  it("is not taken with the token of another session, of another page, or without one", async () => {
    const [victim, attacker] = [await signedIn(), await signedIn(seller)];
    const before = await codes();
    const forged = [
      hiddenIn(await attacker.get(consentPath), "/authorization"),
      { ...request, ...hiddenIn(await victim.get("/sign_in"), "/sign_in") },
      request,
    ];
    for (const fields of forged) {
      const answer = await victim.post("/authorization", { ...request, ...fields, decision: "allow" });
      expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
      expect(alertOf(answer)).toContain("out of date");
      // The page comes again, for the same request and the account in use.
      expect(answer.text).toContain(buyer.nickname);
      const again = await decide(victim, answer);
      expect(again.headers.location).toContain("code=");
    }
    expect(await codes()).toBe(before + forged.length);
  });

  it("is out of date after the account was changed in another tab", async () => {
    const browser = await signedIn();
    const page = await browser.get(consentPath);
    await browser.signIn(seller.nickname, seller.password);
    const answer = await decide(browser, page);
    expect([answer.status, answer.text.includes(seller.nickname)]).toEqual([403, true]);
  });
});

describe("the sign-out form", () => {
  it("is taken from our own page with the session's token only", async () => {
    const [victim, attacker] = [await signedIn(), await signedIn(seller)];
    const own = hiddenIn(await victim.get("/sign_in"), "/sign_out");
    const theirs = hiddenIn(await attacker.get("/sign_in"), "/sign_out");
    for (const headers of foreign) expect((await victim.post("/sign_out", own, headers)).status).toBe(403);
    for (const fields of [{}, theirs]) expect((await victim.post("/sign_out", fields)).status).toBe(403);
    expect(await isSignedIn(victim)).toBe(true);
    expect((await victim.post("/sign_out", own)).status).toBe(302);
    expect(await isSignedIn(victim)).toBe(false);
  });
});

describe("every page", () => {
  it("can neither be framed nor stored, and loads nothing", async () => {
    const browser = await signedIn();
    const pages = [
      await browser.get("/sign_in"),
      await browser.get(consentPath),
      await browser.get("/authorization?client_id=1"),
      await browser.post("/sign_in", credentials),
      await browser.post("/sign_in", credentials, { Origin: "https://evil.example" }),
    ];
    for (const { headers, text } of pages) {
      expect(headers["content-type"]).toContain("text/html");
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(text).not.toContain("<script");
    }
  });
});
