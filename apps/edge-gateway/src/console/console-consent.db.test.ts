import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { startGateway } from "../gateway.fixture.ts";
import { type Browser, browserOf } from "../sign-in/browser.fixture.ts";
import { revokeAllTokens } from "../tokens/revocation.service.ts";
import { consoleApplication } from "./console-application.ts";

const gateway = await startGateway({
  config: { signIn: "password", baseUrl: "http://127.0.0.1:8080" },
});
const { http, demo, deps } = gateway;
const { events } = auditOf(gateway);
const { buyer_mla: buyer } = demo.users;
const client_id = String((await consoleApplication(deps)).id);
const redirect_uri = "http://127.0.0.1:8080/console/";
const code_verifier = "a-verifier-of-more-than-forty-three-characters~0";
const code_challenge = createHash("sha256").update(code_verifier).digest("base64url");
const request = {
  response_type: "code",
  client_id,
  redirect_uri,
  code_challenge,
  code_challenge_method: "S256",
};
const link = `/authorization?${new URLSearchParams(request)}`;

interface Tokens {
  access_token: string;
  refresh_token: string;
}
interface Family {
  id: string;
  current: boolean;
}

/** The tokens of a code that the browser was sent back with. */
async function tokensOf({ headers }: { headers: Record<string, string> }): Promise<Tokens> {
  const code = new URL(headers.location ?? "").searchParams.get("code") ?? "";
  const body = { grant_type: "authorization_code", client_id, redirect_uri, code, code_verifier };
  return (await http.post("/oauth/token", { body })).json<Tokens>();
}

const as = ({ access_token }: Tokens) => ({ headers: { Authorization: `Bearer ${access_token}` } });
const familiesOf = async (tokens: Tokens) =>
  (await http.get(`/users/${buyer.id}/tokens`, as(tokens))).json<{ results: Family[] }>().results;
const currentOf = async (tokens: Tokens) =>
  (await familiesOf(tokens)).filter(({ current }) => current).map(({ id }) => id);
const end = async (tokens: Tokens, family = "") =>
  (await http.delete(`/users/${buyer.id}/tokens/${family}`, as(tokens))).status;

/** Signs in and allows the console what it asks for, unless that is remembered. */
async function enter(browser: Browser) {
  const signIn = (await browser.get(link)).headers.location ?? "";
  await browser.submit(await browser.get(signIn), "/sign_in", {
    login: buyer.nickname,
    password: buyer.password,
  });
  const asked = await browser.get(link);
  const isAsked = asked.status === 200;
  const answer = isAsked ? await browser.submit(asked, "/authorization", { decision: "allow" }) : asked;
  return { isAsked, answer };
}
const signOut = async (browser: Browser) => browser.submit(await browser.get("/sign_in"), "/sign_out");
const meStatus = async (tokens: Tokens) => (await http.get("/users/me", as(tokens))).status;
const refresh = ({ refresh_token }: Tokens) =>
  http.post("/oauth/token", { body: { grant_type: "refresh_token", client_id, refresh_token } });

describe("the consent to the console", () => {
  it("is remembered while tokens of it work; each load ends those of the one before", async () => {
    const browser = browserOf(http);
    const signIn = (await browser.get(link)).headers.location ?? "";
    await browser.submit(await browser.get(signIn), "/sign_in", {
      login: buyer.nickname,
      password: buyer.password,
    });
    const asked = await browser.get(link);
    expect(asked.status).toBe(200);
    const first = await tokensOf(await browser.submit(asked, "/authorization", { decision: "allow" }));
    const [former] = await currentOf(first);

    const again = await browser.get(link);
    expect(again.status).toBe(302);
    const second = await tokensOf(again);
    const [present] = await currentOf(second);
    expect(present).not.toBe(former);

    const { hold } = deps.sessions;
    // The session ends after it was found.
    deps.sessions.hold = async () => false;
    const ended = await browser.get(link);
    deps.sessions.hold = hold;
    expect([ended.status, ended.headers.location]).toEqual([302, signIn]);

    expect(await end(second, former)).toBe(204);
    expect((await http.get("/users/me", as(first))).status).toBe(401);
    expect((await familiesOf(second)).map(({ id }) => id)).not.toContain(former);

    // Ended from elsewhere, they take the consent along: the page asks.
    const other = demo.users.buyer_mla.access_token;
    expect(await end({ ...second, access_token: other }, present)).toBe(204);
    expect((await browser.get(link)).status).toBe(200);
  });
});

describe("a sign-out", () => {
  it("ends the tokens of its session's tabs and no others, and is not asked for consent again", async () => {
    const browser = browserOf(http);
    const other = browserOf(http);
    const elsewhere = await tokensOf((await enter(other)).answer);
    const first = await tokensOf((await enter(browser)).answer);
    const second = await tokensOf(await browser.get(link));
    expect((await signOut(browser)).status).toBe(302);
    for (const tokens of [first, second]) {
      expect(await meStatus(tokens)).toBe(401);
      expect((await refresh(tokens)).json()).toMatchObject({ error: "invalid_grant" });
    }
    expect(await meStatus(elsewhere)).toBe(200);
    await signOut(other);
    expect(await meStatus(elsewhere)).toBe(401);
    const again = await enter(browser);
    expect(again.isAsked).toBe(false);
    expect(await meStatus(await tokensOf(again.answer))).toBe(200);
  });

  it("of a page that gives back its own tokens keeps the consent, too", async () => {
    const browser = browserOf(http);
    const tokens = await tokensOf((await enter(browser)).answer);
    const [own] = await currentOf(tokens);
    expect(await end(tokens, own)).toBe(204);
    expect(await meStatus(tokens)).toBe(401);
    expect((await browser.get(link)).status).toBe(302);
  });

  it("ends what a code of the session would have been exchanged for", async () => {
    const browser = browserOf(http);
    const { answer } = await enter(browser);
    await signOut(browser);
    expect(await tokensOf(answer)).toMatchObject({ error: "invalid_grant" });
  });

  it("leaves the tokens of other applications alone", async () => {
    const { client_id, client_secret, redirect_uri } = demo.applications.default;
    const browser = browserOf(http);
    await enter(browser);
    const asked = { response_type: "code", client_id, redirect_uri };
    const page = await browser.get(`/authorization?${new URLSearchParams(asked)}`);
    const { headers } = await browser.submit(page, "/authorization", { decision: "allow" });
    const code = new URL(headers.location ?? "").searchParams.get("code") ?? "";
    const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, code };
    const tokens = (await http.post("/oauth/token", { body: grant })).json<Tokens>();
    await signOut(browser);
    expect(await meStatus(tokens)).toBe(200);
  });

  it.each([
    [
      "withdrawn",
      async ({ tokens }: { tokens: Tokens }) =>
        http.delete(`/users/${buyer.id}/applications/${client_id}`, as(tokens)),
    ],
    ["revoked with all tokens", async () => revokeAllTokens(deps, buyer.id)],
  ])("remembers no consent that is %s afterwards", async (_name, forget) => {
    const browser = browserOf(http);
    await enter(browser);
    await signOut(browser);
    await forget({ tokens: await tokensOf((await enter(browser)).answer) });
    expect((await browser.get(link)).status).toBe(200);
  });

  it("is in the audit log with the tokens it ended", async () => {
    const browser = browserOf(http);
    await tokensOf((await enter(browser)).answer);
    await signOut(browser);
    const [ended] = await events({ action: "tokens.revoked", subject: `/users/${buyer.id}` });
    expect(ended).toMatchObject({ actor_id: buyer.id, details: { reason: "signed_out" } });
  });
});
