import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ClientView } from "./certifications.schema.ts";
import type { Has } from "./flaws.fixture.ts";

export type Credentials = Omit<ClientView, "world" | "webhook_secret" | "user_id">;

const hourMs = 3_600_000;
const attempts = 4;

/** The side of an integration that calls the API, for what its receiver was told. */
export function createIntegrationClient(has: Has) {
  const stopped = new AbortController();
  const { signal } = stopped;
  let credentials: Credentials | undefined;
  let lastSent = 0;
  let isSignedOut = false;
  let renewal: Promise<boolean> | undefined;

  const pause = (ms: number) => wait(ms, undefined, { signal, ref: false });

  async function handle({ resource, sent }: { resource: string; sent: string }): Promise<void> {
    if (!credentials) return;
    const at = Date.parse(sent);
    const wasSilent = lastSent > 0 && at - lastSent > hourMs;
    lastSent = Math.max(lastSent, at);
    if (wasSilent && !has("forgets outages")) await call(`/missed_feeds?app_id=${credentials.client_id}`);
    if (resource.startsWith("/questions/")) await call(has("reads something else") ? "/users/me" : resource);
  }

  /** Calls the API until there is an answer to rely on. */
  async function call(path: string): Promise<void> {
    for (let attempt = 0; attempt < attempts || has("calls in a loop"); attempt += 1) {
      if (!credentials || (isSignedOut && !has("calls without permission"))) return;
      const used = credentials.access_token;
      const { status, headers } = await send(path, used);
      if (status === 401) {
        if (isSignedOut || has("never renews") || !(await renewed(used))) return;
      } else if (status === 429)
        await pause(has("ignores Retry-After") ? 50 : Number(headers.get("retry-after")) * 1_000);
      else if (status >= 500) await pause(has("calls in a loop") ? 20 : 200 * 2 ** attempt);
      else return;
    }
  }

  async function send(path: string, token: string): Promise<Response> {
    const url = new URL(path, credentials?.base_url);
    if (has("sends tokens in addresses")) url.searchParams.set("access_token", token);
    const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal });
    await answer.body?.cancel();
    return answer;
  }

  /** Whether there is another access token than the one that was used; one renewal is under way at a time. */
  function renewed(used: string): Promise<boolean> {
    if (used !== credentials?.access_token) return Promise.resolve(true);
    if (has("renews at once")) return renew();
    renewal ??= renew().finally(() => (renewal = undefined));
    return renewal;
  }

  async function renew(): Promise<boolean> {
    if (!credentials) return false;
    const { client_id, client_secret, refresh_token } = credentials;
    const body = { grant_type: "refresh_token", client_id, client_secret, refresh_token };
    const ask = () => askForTokens(body);
    const answer = await ask();
    if (has("renews twice")) await ask();
    if (!answer.ok) {
      isSignedOut = true;
      for (let time = 0; time < 5 && has("asks again after invalid_grant"); time += 1) await ask();
      return false;
    }
    const tokens = (await answer.json()) as Pick<Credentials, "access_token" | "refresh_token">;
    const kept = has("keeps the first refresh token") ? { refresh_token } : {};
    credentials = { ...credentials, ...tokens, ...kept };
    return true;
  }

  const askForTokens = (body: Record<string, string>): Promise<Response> =>
    fetch(new URL("/oauth/token", credentials?.base_url), {
      method: "POST",
      body: new URLSearchParams(body),
      signal,
    });

  /** Where a user is sent to sign in. */
  function signInAddress({ base_url, client_id, redirect_uri }: Credentials): URL {
    const url = new URL("/authorization", base_url);
    const challenge = createHash("sha256").update(randomBytes(32).toString("base64url"));
    url.search = new URLSearchParams({
      response_type: "code",
      client_id,
      redirect_uri,
      ...(!has("sends no state") && { state: randomBytes(16).toString("hex") }),
      code_challenge: challenge.digest("base64url"),
      code_challenge_method: "S256",
    }).toString();
    return url;
  }

  return {
    async use(given: Credentials): Promise<void> {
      credentials = given;
      await (await fetch(signInAddress(given), { signal })).body?.cancel();
    },
    /** Works on a notification; what ends it changes no answer. */
    handle: (notification: { resource: string; sent: string }): Promise<void> =>
      handle(notification).catch(() => {}),
    stop: () => stopped.abort(),
  };
}
