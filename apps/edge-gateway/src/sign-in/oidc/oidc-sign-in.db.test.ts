import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../../audit/audit.fixture.ts";
import { startGateway } from "../../gateway.fixture.ts";
import { hashOf } from "../../tokens/token-text.rules.ts";
import { alertOf } from "../browser.fixture.ts";
import { startFakeIssuer } from "./fake-issuer.fixture.ts";
import { signInsAt } from "./oidc.fixture.ts";

const issuer = await startFakeIssuer();
const gateway = await startGateway({ config: issuer.settings });
const { http, demo, clock, rows, dump, logs } = gateway;
const passwords = await startGateway({ config: { signIn: "password" } });
const { begin, signIn, signedInAs, newBrowser, link, request } = signInsAt(gateway, issuer);
const { buyer_mla: buyer } = demo.users;
await link(buyer.id, "person-1");
const html = { Accept: "text/html" };

describe("the sign-in page where SIGN_IN is oidc", () => {
  it("leads to the issuer, with the whole request, and asks for no password", async () => {
    const page = await newBrowser().get(`/sign_in?${new URLSearchParams(request)}`);
    expect(page.text).toContain(">Sign in with Example &amp; Co</a>");
    const address = /<a class="main" href="([^"]*)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
    expect(Object.fromEntries(new URL(address ?? "", "http://x").searchParams)).toEqual(request);
    expect(page.text).not.toContain('type="password"');
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });

  it("takes no passwords", async () => {
    const { nickname, password } = buyer;
    const answer = await newBrowser().signIn(nickname, password);
    expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("SIGN_IN is oidc")]);
  });
});

describe("a sign-in at the issuer", () => {
  it("begins with state, nonce and PKCE, in a cookie that ends soon", async () => {
    const browser = newBrowser();
    const sent = new URL((await begin(browser)) ?? "");
    expect(sent.href).toMatch(new RegExp(`^${issuer.address}/authorize\\?`));
    const { state, nonce, code_challenge, ...asked } = Object.fromEntries(sent.searchParams);
    expect(asked).toEqual({
      response_type: "code",
      client_id: "marketplace",
      redirect_uri: "http://market.test/sign_in/oidc/callback",
      scope: "openid email profile",
      code_challenge_method: "S256",
    });
    for (const random of [state, nonce, code_challenge]) expect(random).toMatch(/^[\w-]{43}$/);
    expect(browser.lastSet).toEqual([
      expect.stringMatching(/^marketplace_oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
    ]);
    const another = new URL((await begin(newBrowser())) ?? "");
    for (const name of ["state", "nonce", "code_challenge"])
      expect(another.searchParams.get(name)).not.toBe(sent.searchParams.get(name));
  });

  it("signs in the user that the subject is linked to", async () => {
    const browser = newBrowser();
    const answer = await signIn(browser, { sub: "person-1" });
    expect([answer.status, answer.headers.location]).toEqual([302, "/sign_in"]);
    expect(await signedInAs(browser)).toBe(buyer.nickname);
    const token = browser.cookies.get("marketplace_session") ?? "";
    const [session] = await rows("SELECT user_id, method FROM sessions WHERE token_hash = $1", [
      hashOf(token),
    ]);
    expect(session).toEqual({ user_id: buyer.id, method: "oidc" });
  });

  it("goes on to the consent page of the application that asked, and to its code", async () => {
    const browser = newBrowser();
    const first = await browser.get(`/authorization?${new URLSearchParams(request)}`);
    expect(first.headers.location).toMatch(/^\/sign_in\?/);
    const back = issuer.signIn(await begin(browser, request), { sub: "person-1" });
    const { location = "" } = (await browser.get(back)).headers;
    const asked = new URL(location, http.baseUrl);
    expect([asked.pathname, Object.fromEntries(asked.searchParams)]).toEqual(["/authorization", request]);
    const consent = await browser.get(location);
    expect(consent.text).toContain(buyer.nickname);
    const decided = await browser.submit(consent, "/authorization", { decision: "allow" });
    expect(decided.headers.location).toContain("code=");
  });

  it("asks the issuer for another account when somebody is signed in already", async () => {
    const browser = newBrowser();
    await signIn(browser, { sub: "person-1" });
    expect(new URL((await begin(browser)) ?? "").searchParams.get("prompt")).toBe("login");
  });

  it("may go on in several tabs of a browser", async () => {
    const browser = newBrowser();
    const tabs = [await begin(browser), await begin(browser)];
    for (const tab of tabs)
      expect((await browser.get(issuer.signIn(tab, { sub: "person-1" }))).status).toBe(302);
  });

  it("begins sixty times a minute in a network, and no more", async () => {
    const answers = [];
    for (let begun = 0; begun < 61; begun += 1) answers.push(await http.get("/sign_in/oidc"));
    const last = answers.at(-1);
    expect(last?.status).toBe(429);
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
    clock.advance(60_000);
    expect((await http.get("/sign_in/oidc")).status).toBe(302);
  });
});

describe("the way back from the issuer", () => {
  const notBegun = "This sign-in was not begun in this browser, took too long, or is over. Begin again.";

  it("works once", async () => {
    const browser = newBrowser();
    const back = issuer.signIn(await begin(browser), { sub: "person-1" });
    const cookies = new Map(browser.cookies);
    expect((await browser.get(back)).status).toBe(302);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const again = await browser.get(back);
    expect([again.status, alertOf(again)]).toEqual([400, notBegun]);
  });

  it("works once for requests side by side", async () => {
    const browser = newBrowser();
    const back = issuer.signIn(await begin(browser), { sub: "person-1" });
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => browser.get(back)))).map(
      ({ status }) => status,
    );
    expect(statuses.toSorted()).toEqual([302, 400, 400, 400, 400, 400]);
  });

  it("works in the browser that began it only, which can still go on", async () => {
    const [victim, attacker] = [newBrowser(), newBrowser()];
    await begin(victim);
    const sent = await begin(attacker);
    const back = issuer.signIn(sent, { sub: "person-1" });
    for (const browser of [victim, newBrowser()]) {
      const answer = await browser.get(back);
      expect([answer.status, alertOf(answer)]).toEqual([400, notBegun]);
      expect(await signedInAs(browser)).toBeUndefined();
    }
    expect((await attacker.get(back)).status).toBe(302);
  });

  it("works for ten minutes, and what nobody came back to is purged", async () => {
    const [slow, slower] = [newBrowser(), newBrowser()];
    const [first, second] = [await begin(slow), await begin(slower)];
    clock.advance(599_999);
    expect((await slow.get(issuer.signIn(first, { sub: "person-1" }))).status).toBe(302);
    clock.advance(1);
    expect((await slower.get(issuer.signIn(second, { sub: "person-1" }))).status).toBe(400);
    await gateway.deps.purge();
    expect(await rows("SELECT FROM oidc_sign_ins")).toEqual([]);
  });

  it.each(["", "?code=x", "?state=x", "?state=&code=", "?error=access_denied"])(
    "without a state of ours begins again: %j",
    async (query) => {
      const browser = newBrowser();
      await begin(browser);
      const answer = await browser.get(`/sign_in/oidc/callback${query}`);
      expect([answer.status, alertOf(answer)]).toEqual([400, notBegun]);
      const program = await http.get(`/sign_in/oidc/callback${query}`);
      expectProblem(program, 400, "bad_request", notBegun.slice(0, -1));
    },
  );

  it("says what the issuer said, and leads back to the application", async () => {
    const browser = newBrowser();
    const sent = await begin(browser, request);
    const answer = await browser.get(issuer.back(sent, { error: "access_denied", error_description: "<b>" }));
    expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("(access_denied)")]);
    expect(answer.text).toContain("Cancel</a>");
    expect(answer.text).not.toContain("<b>");
  });
});

describe("an answer of the issuer that does not hold signs nobody in:", () => {
  const now = () => Math.floor(Date.now() / 1_000);
  it.each<[string, () => object]>([
    ["another nonce", () => ({ nonce: "x".repeat(43) })],
    ["no nonce", () => ({ nonce: undefined })],
    ["another issuer", () => ({ iss: "https://issuer.example" })],
    ["another client", () => ({ aud: "another" })],
    ["an ID token that ended", () => ({ exp: now() - 120 })],
    ["an ID token that begins later", () => ({ nbf: now() + 120 })],
    ["no subject", () => ({ sub: undefined })],
  ])("%s", async (_, told) => {
    const browser = newBrowser();
    const answer = await signIn(browser, { sub: "person-1", ...told() });
    expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("is not valid")]);
    expect(await signedInAs(browser)).toBeUndefined();
  });

  it("another key", async () => {
    issuer.hasStrangeKey = true;
    const answer = await signIn(newBrowser(), { sub: "person-1" });
    issuer.hasStrangeKey = false;
    expect(answer.status).toBe(403);
  });

  it("a code that the issuer does not take", async () => {
    const browser = newBrowser();
    const answer = await browser.get(issuer.back(await begin(browser), { code: "spent" }));
    expect([answer.status, alertOf(answer)]).toEqual([403, expect.stringContaining("is not valid")]);
  });

  it("one that says to be of another issuer (RFC 9207)", async () => {
    const browser = newBrowser();
    const back = issuer.signIn(await begin(browser), { sub: "person-1" });
    const answer = await browser.get(back.replace(/iss=[^&]*/, "iss=https%3A%2F%2Fevil.example"));
    expect(answer.status).toBe(403);
  });

  it("but clocks may differ by a minute", async () => {
    for (const told of [{ exp: now() - 50 }, { nbf: now() + 50 }, { iat: now() + 50 }])
      expect((await signIn(newBrowser(), { sub: "person-1", ...told })).status).toBe(302);
  });
});

describe("somebody whom nobody has linked", () => {
  const stranger = { sub: "<stranger>", email: buyer.nickname, email_verified: true };

  it("is told their subject, and nothing is created", async () => {
    const before = await rows("SELECT count(*) FROM users UNION ALL SELECT count(*) FROM identities");
    const browser = newBrowser();
    const answer = await signIn(browser, stranger);
    expect(answer.status).toBe(403);
    expect(answer.text).toContain("<code>&lt;stranger&gt;</code>");
    expect(answer.text).toContain(`<code>${issuer.address}</code>`);
    expect(await signedInAs(browser)).toBeUndefined();
    const after = await rows("SELECT count(*) FROM users UNION ALL SELECT count(*) FROM identities");
    expect(after).toEqual(before);
    expect(browser.cookies.has("marketplace_session")).toBe(false);
    const [event] = await auditOf(gateway).events({ action: "sign_in.failed" });
    const details = { method: "oidc", issuer: issuer.address, person: "<stranger>" };
    expect(event).toMatchObject({ actor_id: null, subject: "/sign_in", details });
  });

  it("as a program gets it in the standard body", async () => {
    const browser = newBrowser();
    const back = issuer.signIn(await begin(browser), stranger);
    const answer = await browser.get(back, { Accept: "*/*" });
    expectProblem(answer, 403, "forbidden", /^No user is linked to subject <stranger> of http/);
  });
});

describe("secrets of a sign-in at the issuer", () => {
  it("are neither logged nor stored in plain text", async () => {
    const browser = newBrowser();
    const sent = await begin(browser);
    const nonce = new URL(sent ?? "").searchParams.get("nonce") ?? "";
    const state = new URL(sent ?? "").searchParams.get("state") ?? "";
    const cookie = browser.cookies.get("marketplace_oidc") ?? "";
    const pending = JSON.stringify(await rows("SELECT t::text FROM oidc_sign_ins t"));
    for (const secret of [nonce, state, cookie]) expect(await dump()).not.toContain(secret);
    for (const secret of [nonce, state, cookie]) expect(pending).not.toContain(secret);
    await browser.get(issuer.back(sent, { code: "a-code-that-is-refused" }));
    expect(logs()).toContain("nobody was signed in at the issuer");
    for (const secret of [issuer.settings.oidcClientSecret, nonce, cookie])
      expect(logs()).not.toContain(secret);
  });
});

it("without SIGN_IN=oidc there is no issuer to sign in at", async () => {
  for (const path of ["/sign_in/oidc", "/sign_in/oidc/callback?state=x&code=y"]) {
    expectProblem(await passwords.http.get(path), 403, "forbidden", /its SIGN_IN is not oidc$/);
    expect((await passwords.http.get(path, { headers: html })).headers["content-type"]).toContain(
      "text/html",
    );
  }
});
