import { createHash, randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "@marketplace/server";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll } from "vitest";

/** What the ID token of a sign-in says beside the usual claims, and in place of them. */
export interface Told extends JWTPayload {
  sub: string;
}

interface Code {
  asked: URLSearchParams;
  told: Told;
  userInfo: object;
}

const clientId = "marketplace";
const clientSecret = "a-secret:with%and+";

const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");
/** Id and secret of HTTP Basic, each form-encoded (RFC 6749, 2.3.1). */
const credentialsIn = (authorization = ""): string[] =>
  Buffer.from(authorization.replace(/^Basic /, ""), "base64")
    .toString()
    .split(":")
    .map((part) => decodeURIComponent(part.replaceAll("+", " ")));

export type FakeIssuer = Awaited<ReturnType<typeof startFakeIssuer>>;

/**
 * An OpenID Connect issuer that says whatever a test has it say. It checks its client, the redirect URI and
 * PKCE, as a real one does; `real-issuer.db.test.ts` has a real one.
 */
export async function startFakeIssuer() {
  const { privateKey, publicKey } = await generateKeyPair("RS256");
  const strange = await generateKeyPair("RS256");
  const codes = new Map<string, Code>();
  let instead: RequestListener | undefined;
  const server = await serve((req, res) => void answer(req, res), { host: "127.0.0.1", port: 0 });
  const address = `http://127.0.0.1:${server.port}`;
  const issuer = {
    address,
    settings: {
      signIn: "oidc" as const,
      oidcIssuer: address,
      oidcClientId: clientId,
      oidcClientSecret: clientSecret,
      oidcLabel: "Example & Co",
    },
    /** While it is away, connections break off. */
    isAway: false,
    /** What it was asked for, by path. */
    asked: [] as string[],
    /** Lets another issuer answer at its address. */
    answerInstead(listener: RequestListener): void {
      instead = listener;
    },
    /** Signs the next ID tokens with a key that it does not publish. */
    hasStrangeKey: false,
    /** Signs somebody in who was sent to an address; gives the path and query that they come back with. */
    signIn(sent: string | undefined, told: Told, userInfo: object = {}): string {
      const asked = new URL(sent ?? "").searchParams;
      const code = randomUUID();
      codes.set(code, { asked, told, userInfo });
      return issuer.back(sent, { code });
    },
    /** Sends somebody back with another answer. */
    back(sent: string | undefined, fields: Record<string, string>): string {
      const asked = new URL(sent ?? "").searchParams;
      const { pathname } = new URL(asked.get("redirect_uri") ?? "");
      const all = { state: asked.get("state") ?? "", iss: address, ...fields };
      return `${pathname}?${new URLSearchParams(all)}`;
    },
  };
  afterAll(() => server.close());
  return issuer;

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? "";
    issuer.asked.push(path);
    if (issuer.isAway) return void req.socket.destroy();
    if (instead) return instead(req, res);
    const { status = 200, ...body } = await bodyOf(path, req);
    res.writeHead(status as number, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }

  async function bodyOf(path: string, req: IncomingMessage): Promise<Record<string, unknown>> {
    if (path === "/.well-known/openid-configuration")
      return {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        userinfo_endpoint: `${address}/userinfo`,
        jwks_uri: `${address}/jwks`,
        authorization_response_iss_parameter_supported: true,
      };
    if (path === "/jwks") return { keys: [{ ...(await exportJWK(publicKey)), alg: "RS256", use: "sig" }] };
    if (path === "/token") return tokens(req, new URLSearchParams(await text(req)));
    const found = codes.get(`Bearer ${req.headers.authorization?.slice(7)}`);
    return found ? { sub: found.told.sub, ...found.userInfo } : { status: 401 };
  }

  async function tokens(req: IncomingMessage, form: URLSearchParams): Promise<Record<string, unknown>> {
    const [id, secret] = credentialsIn(req.headers.authorization);
    if (id !== clientId || secret !== clientSecret) return { status: 401, error: "invalid_client" };
    const code = form.get("code") ?? "";
    const { asked, ...rest } = codes.get(code) ?? {};
    codes.delete(code);
    const isProven =
      asked?.get("code_challenge_method") === "S256" &&
      asked.get("code_challenge") === challengeOf(form.get("code_verifier") ?? "") &&
      asked.get("redirect_uri") === form.get("redirect_uri");
    if (!isProven) return { status: 400, error: "invalid_grant" };
    const access_token = randomUUID();
    codes.set(`Bearer ${access_token}`, { asked, ...rest } as Code);
    const told = { nonce: asked.get("nonce"), ...(rest as Code).told };
    return { access_token, token_type: "Bearer", expires_in: 60, id_token: await idToken(told) };
  }

  async function idToken(told: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims = { iss: address, aud: clientId, iat: now, exp: now + 300, ...told };
    const key = issuer.hasStrangeKey ? strange.privateKey : privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256" }).sign(key);
  }
}
