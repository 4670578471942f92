import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { browserOf } from "../sign-in/browser.fixture.ts";
import { consoleApplication } from "./console-application.ts";

const { http, demo, deps } = await startGateway({
  config: { signIn: "password", baseUrl: "http://127.0.0.1:8080" },
});
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

    expect((await browser.get(link)).status).toBe(302);
    expect(await end(second, present)).toBe(204);
    // Nothing is allowed any more, so that the page asks.
    expect((await browser.get(link)).status).toBe(200);
  });
});
