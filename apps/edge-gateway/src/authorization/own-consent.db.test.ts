import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { alertOf, type Browser, browserOf, hiddenIn } from "../sign-in/browser.fixture.ts";

const { http, demo, clock, deps } = await startGateway({ config: { signIn: "password" } });
const { buyer_mla: buyer, seller_mla: seller, operator } = demo.users;
const { client_id, client_secret, redirect_uri } = demo.applications.default;
// Operators do a second step after their password.
deps.secondFactor = {
  name: "code",
  path: "/sign_in/code",
  isRequired: async (userId) => userId === operator.id,
};
const verifier = "a-verifier-of-more-than-forty-three-characters~0";
const request = {
  response_type: "code",
  client_id,
  redirect_uri,
  scope: "read offline_access",
  state: 'a & b "<é>',
  code_challenge: verifier,
  code_challenge_method: "plain",
};
const link = (fields: Record<string, string> = {}) =>
  `/authorization?${new URLSearchParams({ ...request, ...fields })}`;
const locationOf = ({ headers }: { headers: Record<string, string> }) => headers.location ?? "";
const parametersOf = (location: string) =>
  Object.fromEntries(new URL(location, "http://market.test").searchParams);

/** Goes the way of a user who is not signed in, up to the consent page. */
async function atConsent(user = buyer, browser = browserOf(http)) {
  const first = await browser.get(link());
  expect(first.status).toBe(302);
  expect(locationOf(first)).toMatch(/^\/sign_in\?/);
  const entered = await browser.submit(await browser.get(locationOf(first)), "/sign_in", {
    login: user.nickname,
    password: user.password,
  });
  expect(entered.status).toBe(302);
  expect(locationOf(entered)).toMatch(/^\/authorization\?/);
  return { browser, page: await browser.get(locationOf(entered)) };
}

const exchange = async (code: string) => {
  const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri };
  return http.post("/oauth/token", { body: { ...grant, code, code_verifier: verifier } });
};

describe("the consent page of an operator", () => {
  it("says that an operator's rights go with the scopes; others' pages do not", async () => {
    const browser = browserOf(http);
    const opened = await deps.sessions.start({ userId: operator.id, method: "password+totp" });
    browser.cookies.set("marketplace_session", opened?.session ?? "");
    expect((await browser.get(link())).text).toContain("You are an operator");
    expect((await atConsent()).page.text).not.toContain("You are an operator");
  });
});

describe("consent in two steps", () => {
  it("first asks who the user is, and for which application", async () => {
    const browser = browserOf(http);
    const first = await browser.get(link());
    expect(parametersOf(locationOf(first))).toEqual(request);
    const page = await browser.get(locationOf(first));
    expect(page.text).toContain("Demo application");
    expect(hiddenIn(page, "/sign_in")).toEqual({ ...request, form_token: expect.any(String) });
    // No list of users is shown to strangers.
    expect(page.text).not.toContain(buyer.nickname);
  });

  it("then names application, scopes and account; the whole request has survived", async () => {
    const { browser, page } = await atConsent();
    expect(page.status).toBe(200);
    for (const text of ["Demo application", "<strong>read</strong>", "<strong>offline_access</strong>"])
      expect(page.text).toContain(text);
    expect(page.text).not.toContain("<strong>write</strong>");
    expect(page.text).toContain(
      `signed in as <strong><bdi>${buyer.nickname}</bdi></strong> (${buyer.id}, MLA)`,
    );
    expect(page.text).not.toContain("<select");
    const answer = await browser.submit(page, "/authorization", { decision: "allow" });
    const { code = "", state } = parametersOf(locationOf(answer));
    expect([answer.status, state]).toEqual([302, request.state]);
    expect((await exchange(code)).json()).toMatchObject({ user_id: buyer.id, scope: request.scope });
  });

  it("skips the first step for a user who is signed in, never the second", async () => {
    const { browser, page } = await atConsent();
    await browser.submit(page, "/authorization", { decision: "allow" });
    const again = await browser.get(link());
    expect([again.status, again.text.includes(buyer.nickname)]).toEqual([200, true]);
  });

  it("goes on with the same request when the password was wrong at first", async () => {
    const browser = browserOf(http);
    const first = await browser.get(link());
    const wrong = { login: buyer.nickname, password: "wrong" };
    const again = await browser.submit(await browser.get(locationOf(first)), "/sign_in", wrong);
    expect(again.status).toBe(403);
    const entered = await browser.submit(again, "/sign_in", { ...wrong, password: buyer.password });
    expect(parametersOf(locationOf(entered))).toEqual(request);
  });

  it("goes on with another account, which then is the only one", async () => {
    const { browser, page } = await atConsent();
    const [, other = ""] = /<a href="([^"]*)">Use another account/.exec(page.text) ?? [];
    const form = await browser.get(other.replaceAll("&amp;", "&"));
    expect(form.text).toContain("Go on with this account");
    const entered = await browser.submit(form, "/sign_in", {
      login: seller.nickname,
      password: seller.password,
    });
    const consent = await browser.get(locationOf(entered));
    expect([consent.text.includes(seller.nickname), consent.text.includes(buyer.nickname)]).toEqual([
      true,
      false,
    ]);
    const answer = await browser.submit(consent, "/authorization", { decision: "allow" });
    const { code = "" } = parametersOf(locationOf(answer));
    expect((await exchange(code)).json()).toMatchObject({ user_id: seller.id });
  });

  it("sends a user whose session ended meanwhile to sign in again, with the request", async () => {
    const { browser, page } = await atConsent();
    clock.advance(31 * 60_000);
    const answer = await browser.submit(page, "/authorization", { decision: "allow" });
    expect([answer.status, parametersOf(locationOf(answer))]).toEqual([302, request]);
    expect(locationOf(answer)).toMatch(/^\/sign_in\?/);
  });

  it("asks again when neither Allow nor Cancel was pressed", async () => {
    const { browser, page } = await atConsent();
    const answer = await browser.submit(page, "/authorization");
    expect([answer.status, alertOf(answer)]).toEqual([400, "Allow it, or Cancel."]);
  });
});

describe("Cancel", () => {
  const denied = { error: "access_denied", error_description: expect.any(String), state: request.state };

  it("on the consent page tells the application, with its state", async () => {
    const { browser, page } = await atConsent();
    const answer = await browser.submit(page, "/authorization", { decision: "deny" });
    expect(locationOf(answer)).toMatch(/^http:\/\/localhost:3000\/callback\?/);
    expect(parametersOf(locationOf(answer))).toEqual(denied);
  });

  it("on the sign-in page is a link that does the same", async () => {
    const page = await browserOf(http).get(`/sign_in?${new URLSearchParams(request)}`);
    const [, href = ""] = /<a href="([^"]*)">Cancel/.exec(page.text) ?? [];
    expect(href).toMatch(/^http:\/\/localhost:3000\/callback\?/);
    expect(parametersOf(href.replaceAll("&amp;", "&").replaceAll("&#39;", "'"))).toEqual(denied);
  });
});

describe("nobody", () => {
  it("acts as another user by naming them", async () => {
    const stranger = { ...request, user_id: String(operator.id), decision: "allow" };
    const answer = await browserOf(http).post("/authorization", stranger);
    expect(locationOf(answer)).toMatch(/^\/sign_in\?/);
    expect(locationOf(answer)).not.toContain("user_id");
    const { browser, page } = await atConsent();
    const fields = { user_id: String(operator.id), decision: "allow" };
    const { code = "" } = parametersOf(locationOf(await browser.submit(page, "/authorization", fields)));
    expect((await exchange(code)).json()).toMatchObject({ user_id: buyer.id });
  });

  it("with the cookie of a user who signed out is signed in", async () => {
    const { browser, page } = await atConsent();
    const kept = new Map(browser.cookies);
    await browser.submit(await browser.get("/sign_in"), "/sign_out");
    const thief = browserOf(http);
    for (const [name, value] of kept) thief.cookies.set(name, value);
    expect(locationOf(await thief.get(link()))).toMatch(/^\/sign_in\?/);
    const answer = await thief.submit(page, "/authorization", { decision: "allow" });
    expect(locationOf(answer)).toMatch(/^\/sign_in\?/);
  });

  it("is sent anywhere but to the application's registered addresses and our own pages", async () => {
    const places = ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"];
    const lead = async (browser: Browser, fields: Record<string, string>) => {
      const page = await browser.get(`/sign_in?${new URLSearchParams(fields)}`);
      const form = page.status === 200 ? page : await browser.get("/sign_in");
      expect(page.text).not.toMatch(
        /href="(?!\/favicon\.ico"|http:\/\/localhost:3000|\/(?:authorization|sign_in)\?)/,
      );
      const { nickname, password } = buyer;
      return [page, await browser.submit(form, "/sign_in", { ...fields, login: nickname, password })];
    };
    for (const place of places) {
      const extra = { return_to: place, next: place, continue: place, redirect: place };
      for (const fields of [extra, { ...request, ...extra }, { ...request, redirect_uri: place }]) {
        for (const answer of await lead(browserOf(http), fields))
          expect(locationOf(answer)).toMatch(/^(?:|\/sign_in|\/authorization\?response_type=code&[^ ]*)$/);
      }
    }
  });
});

describe("an authorization request that is wrong", () => {
  it("is explained before anybody signs in", async () => {
    const browser = browserOf(http);
    for (const path of ["/authorization", "/sign_in"]) {
      const unknown = await browser.get(`${path}?${new URLSearchParams({ ...request, client_id: "1" })}`);
      expect([unknown.status, alertOf(unknown)]).toEqual([400, expect.stringContaining("client_id")]);
      const wrong = await browser.get(`${path}?${new URLSearchParams({ ...request, scope: "root" })}`);
      expect(parametersOf(locationOf(wrong))).toMatchObject({ error: "invalid_scope", state: request.state });
    }
    const { password, nickname } = buyer;
    const fields = { ...hiddenIn(await browser.get("/sign_in"), "/sign_in"), login: nickname, password };
    const late = await browser.post("/sign_in", {
      ...fields,
      ...request,
      redirect_uri: "https://evil.example",
    });
    expect([late.status, late.headers.location]).toEqual([400, undefined]);
  });
});

describe("a second step after the password", () => {
  it("comes between the password and the session: nobody is signed in before it is done", async () => {
    const browser = browserOf(http);
    const page = await browser.get(`/sign_in?${new URLSearchParams(request)}`);
    const { nickname, password } = operator;
    const first = await browser.submit(page, "/sign_in", { login: nickname, password });
    expect(locationOf(first)).toMatch(/^\/sign_in\/code\?/);
    expect(parametersOf(locationOf(first))).toEqual(request);
    expect(browser.lastSet).toEqual([expect.stringContaining("marketplace_session=")]);
    expect(locationOf(await browser.get(link()))).toMatch(/^\/sign_in\?/);
    const token = browser.cookies.get("marketplace_session") ?? "";
    expect(await deps.sessions.find(token)).toMatchObject({
      session: { userId: operator.id, awaiting: "code" },
    });
    clock.advance(10 * 60_000);
    expect(await deps.sessions.find(token)).toBeUndefined();
    // Others have no such step.
    await atConsent();
  });
});
