import { createHash, randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { startApp } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import type { MintTokens } from "../app.ts";
import { echoServices, startGateway } from "../gateway.fixture.ts";
import { createApp } from "../index.ts";
import type { ConsoleFiles } from "./console-files.ts";

const gateway = await startGateway({ config: { baseUrl: "http://127.0.0.1:8080" } });
const { http, deps, demo } = gateway;
const files: ConsoleFiles = {
  page: async () => '<meta name="csp-nonce" content="__CSP_NONCE__">',
  asset: async (name, zipped) =>
    name === "a-1.js"
      ? {
          content: zipped ? gzipSync("zipped") : Buffer.from("plain"),
          mediaType: "text/javascript; charset=utf-8",
          encoding: zipped ? "gzip" : undefined,
        }
      : undefined,
};
const served = startApp(() => createApp(deps, echoServices(), { console: files }));
const formHeaders = { "Content-Type": "application/x-www-form-urlencoded" };
const html = { headers: { Accept: "text/html" } };

interface Settings {
  client_id: string;
}
const redirect_uri = "http://127.0.0.1:8080/console/";
const settings = async () => (await served.get("/console/settings.json")).json<Settings>();

describe("the files of the console", () => {
  it("are not there where it was not built", async () => {
    for (const path of ["/console", "/console/requests", "/console/settings.json"])
      expect((await http.get(path, html)).json()).toMatchObject({ status: 404, error: "resource not found" });
    expect((await http.get("/", html)).status).toBe(200);
  });

  it("are linked from the first page, which stays for readers without scripts", async () => {
    const answer = await served.get("/", html);
    expect([answer.status, answer.headers.location]).toEqual([302, "/console"]);
    expect((await served.get("/?plain", html)).status).toBe(200);
    expect((await served.get("/")).status).toBe(404);
  });

  it("are no script that other sites could load, whatever callback they name", async () => {
    const { status, headers, text } = await served.get("/console/settings.json?callback=f");
    expect([status, headers["content-type"]]).toEqual([200, "application/json; charset=utf-8"]);
    expect(JSON.parse(text)).toHaveProperty("client_id");
  });

  it("are one page at every address below, with a policy whose nonce is new each time", async () => {
    const nonces = new Set<string>();
    for (const path of ["/console", "/console/", "/console/orders?page=2"]) {
      const { status, headers, text } = await served.get(path, html);
      expect([status, headers["cache-control"]]).toEqual([200, "no-cache"]);
      const policy = headers["content-security-policy"] ?? "";
      const [, nonce = ""] = /'nonce-([\w-]{22})'/.exec(policy) ?? [];
      expect(text).toBe(`<meta name="csp-nonce" content="${nonce}">`);
      expect(policy).toContain("script-src 'self';");
      expect(policy).not.toContain("unsafe");
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  it("are kept by browsers, compressed where that is accepted, and 404 when unknown", async () => {
    const zipped = await served.get("/console/assets/a-1.js", { headers: { "Accept-Encoding": "gzip" } });
    expect(zipped.headers).toMatchObject({
      "content-encoding": "gzip",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const plain = await served.get("/console/assets/a-1.js", { headers: { "Accept-Encoding": "identity" } });
    expect(plain.text).toBe("plain");
    expect((await served.get("/console/assets/a-2.js")).status).toBe(404);
  });
});

/** Asks for a code as the page of a sandbox does, where the visitor picks the user. */
async function consent(clientId: string, more: Record<string, string>): Promise<URL> {
  const form = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri,
    user_id: String(demo.users.seller_mla.id),
    decision: "allow",
    ...more,
  });
  const answer = await served.post("/authorization", { body: form.toString(), headers: formHeaders });
  return new URL(answer.headers.location ?? "");
}

const exchange = (body: Record<string, string>) =>
  served.post("/oauth/token", { body: new URLSearchParams(body).toString(), headers: formHeaders });

describe("the console as an application", () => {
  it("is registered once, with the addresses of this product", async () => {
    const [first, second] = await Promise.all([settings(), settings()]);
    expect(first.client_id).toBe(second.client_id);
    const application = await deps.applications.find(Number(first.client_id));
    expect(application).toMatchObject({
      name: "Console",
      owner_id: null,
      redirect_uris: [redirect_uri, "http://localhost:8080/console/"],
    });
  });

  it("is only read once it is registered: no request of anybody writes", async () => {
    await settings();
    const idsGiven = () => gateway.rows("SELECT last_value FROM applications_id_seq");
    const before = await idsGiven();
    await settings();
    expect(await idsGiven()).toEqual(before);
  });

  it("gets tokens by PKCE without a secret, and renews them", async () => {
    const { client_id } = await settings();
    const verifier = randomBytes(32).toString("base64url");
    const code_challenge = createHash("sha256").update(verifier).digest("base64url");
    const { searchParams } = await consent(client_id, { code_challenge, code_challenge_method: "S256" });
    const code = searchParams.get("code") ?? "";
    const grant = { grant_type: "authorization_code", client_id, redirect_uri, code };
    expect((await exchange(grant)).json()).toMatchObject({ error: "invalid_grant" });
    const wrong = { ...grant, code_verifier: `${verifier}x` };
    expect((await exchange(wrong)).json()).toMatchObject({ error: "invalid_grant" });
    const tokens = (await exchange({ ...grant, code_verifier: verifier })).json<{ refresh_token: string }>();
    const { refresh_token } = tokens;
    const renewed = await exchange({ grant_type: "refresh_token", client_id, refresh_token });
    expect(renewed.json()).toMatchObject({ user_id: demo.users.seller_mla.id, token_type: "Bearer" });
  });

  it("must prove by a challenge that it asked: a code without one is not given", async () => {
    const { client_id } = await settings();
    const plain = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
    const attempts: Record<string, string>[] = [{}, plain];
    for (const more of attempts) {
      const { searchParams } = await consent(client_id, more);
      expect(searchParams.get("error")).toBe("invalid_request");
      expect(searchParams.get("error_description")).toContain("code_challenge is required");
    }
  });

  it("leaves other applications their secret, and gets no token for itself", async () => {
    const { client_id } = demo.applications.default;
    const refused = await exchange({ grant_type: "client_credentials", client_id });
    expect(refused.json()).toMatchObject({ error: "invalid_client" });
    const own = await exchange({ grant_type: "client_credentials", ...(await settings()) });
    expect(own.json()).toMatchObject({ error: "unauthorized_client" });
  });

  it("belongs to nobody: it is in no list, and operators cannot change it", async () => {
    const { client_id } = await settings();
    const operator = gateway.bearer("operator");
    const { results } = (await http.get("/applications", operator)).json<{ results: { id: number }[] }>();
    expect(results.map(({ id }) => String(id))).not.toContain(client_id);
    const seen = await http.get(`/applications/${client_id}`, operator);
    expect(seen.json()).toEqual({ id: Number(client_id), name: "Console" });
    const changed = await http.put(`/applications/${client_id}`, {
      ...operator,
      body: { status: "disabled" },
    });
    expect(changed.status).toBe(403);
  });
});

describe("tokens that the sandbox mints", () => {
  it("act for a user; there are none for an unknown one", async () => {
    let mint: MintTokens | undefined;
    createApp(deps, echoServices(), {
      offerTokens: (given) => {
        mint = given;
      },
    });
    const session = await mint?.({ userId: demo.users.buyer_mla.id });
    const headers = { Authorization: `Bearer ${session?.access_token}` };
    expect((await http.get("/users/me", { headers })).json()).toMatchObject({ id: demo.users.buyer_mla.id });
    expect(await mint?.({ userId: 1 })).toBeUndefined();
    const { client_id } = demo.applications.default;
    const short = { userId: demo.users.buyer_mla.id, applicationId: Number(client_id), lifeSeconds: 60 };
    const minted = await mint?.({ ...short, scopes: ["read"] });
    expect(minted).toMatchObject({ expires_in: 60, scope: "read", user_id: short.userId });
    expect(minted?.access_token).toContain(`-${client_id}-`);
    const reading = { headers: { Authorization: `Bearer ${minted?.access_token}` } };
    expect((await http.get("/users/me", reading)).status).toBe(200);
    gateway.clock.advance(60_000);
    expect((await http.get("/users/me", reading)).json()).toMatchObject({ status: 401 });
    expect(await mint?.({ ...short, applicationId: 1 })).toBeUndefined();
  });
});
