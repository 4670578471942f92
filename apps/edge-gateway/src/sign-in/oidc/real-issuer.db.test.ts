import type { RequestListener } from "node:http";
import { exportJWK, generateKeyPair } from "jose";
import Provider from "oidc-provider";
import { expect, it } from "vitest";
import { startGateway } from "../../gateway.fixture.ts";
import { browserOf } from "../browser.fixture.ts";
import { startFakeIssuer } from "./fake-issuer.fixture.ts";

// The issuer has to know its own port: it takes that of a server which answers for it.
const seat = await startFakeIssuer();
const { oidcClientId: client_id, oidcClientSecret } = seat.settings;
const { privateKey } = await generateKeyPair("RS256", { extractable: true });

/** A certified implementation of OpenID Connect, which signs in anybody whom its page is told. */
const provider = new Provider(seat.address, {
  clients: [
    {
      client_id,
      client_secret: oidcClientSecret,
      redirect_uris: ["http://market.test/sign_in/oidc/callback"],
    },
  ],
  cookies: { keys: ["a key of this test"] },
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "RS256", use: "sig" }] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  findAccount: (_, sub) => ({
    accountId: sub,
    claims: () => ({ sub, email: `${sub}@example.com`, email_verified: true }),
  }),
  pkce: { required: () => true },
});
seat.answerInstead(provider.callback() as RequestListener);
const gateway = await startGateway({ config: { ...seat.settings, oidcLinkByEmail: true } });
const { http, demo, rows } = gateway;
/** Follows the issuer's redirects and fills in its two forms, with its cookies; gives the way back. */
async function signedInAtIssuer(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let form: URLSearchParams | undefined;
  let url = new URL(address);
  for (let step = 0; step < 12; step += 1) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = form && { method: "POST", body: form };
    const answer: Response = await fetch(url, { redirect: "manual", headers: { Cookie }, ...sent });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    const location = answer.headers.get("location") ?? /action="([^"]*)"/.exec(text)?.[1];
    url = new URL(location ?? "", url);
    if (url.host === "market.test") return `${url.pathname}${url.search}`;
    const prompt = /name="prompt" value="([^"]*)"/.exec(text)?.[1];
    form = prompt ? new URLSearchParams({ prompt, login, password: "any" }) : undefined;
  }
  throw new Error("the issuer does not send the browser back");
}

it("users sign in at a real OpenID Connect provider, and its replayed answer is refused", async () => {
  const { id, nickname } = demo.users.buyer_mla;
  await rows("UPDATE users SET email = 'ana@example.com' WHERE id = $1", [id]);
  for (const round of ["linked by e-mail", "linked before"]) {
    const browser = browserOf(http);
    const { location } = (await browser.get("/sign_in/oidc")).headers;
    const back = await signedInAtIssuer(location ?? "", "ana");
    const answer = await browser.get(back);
    expect([round, answer.status, answer.headers.location]).toEqual([round, 302, "/sign_in"]);
    expect((await browser.get("/sign_in")).text).toContain(nickname);
    expect((await browser.get(back)).status).toBe(400);
  }
  expect(await rows("SELECT issuer, subject FROM identities")).toEqual([
    { issuer: seat.address, subject: "ana" },
  ]);
});
