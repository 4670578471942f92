import { expect } from "vitest";
import { get, post, send } from "../api/api.ts";
import { applications } from "../api/world.ts";
import { unescaped } from "./sign-in.ts";

const { client_id, client_secret, redirect_uri } = applications.default;
export const client = applications.default;

/** An answer of the token endpoint. */
export interface Tokens {
  access_token: string;
  refresh_token: string;
  user_id: number;
  scope: string;
}

export const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** Calls the token endpoint as the demo application. */
export const token = (fields: Record<string, string>) =>
  post("/oauth/token", { body: form({ client_id, client_secret, ...fields }) });

/** Submits the consent page like a browser without scripts; returns the redirect. */
export async function consent(userId: number, more: Record<string, string> = {}): Promise<URL> {
  const query = form({ response_type: "code", client_id, redirect_uri, ...more });
  const page = await get(`/authorization?${query}`);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toContain("text/html");
  const fields = form({});
  for (const [input] of page.text.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const [name, value] = ["name", "value"].map(
      (key) => new RegExp(`${key}="([^"]*)"`).exec(input)?.[1] ?? "",
    );
    if (name) fields.append(name, unescaped(value ?? ""));
  }
  const choice = /<(?:input|select)[^>]*name="(user\w*)"/.exec(page.text)?.[1] ?? "user_id";
  fields.set(choice, String(userId));
  const button = /<button[^>]*name="([^"]+)"[^>]*value="([^"]+)"/.exec(page.text);
  if (button?.[1] && button[2]) fields.set(button[1], button[2]);
  const answer = await send("POST", "/authorization", { body: fields });
  expect([302, 303]).toContain(answer.status);
  return new URL(answer.headers.get("location") ?? "");
}

/** An authorization code of a user. */
export async function codeFor(userId: number, more: Record<string, string> = {}): Promise<string> {
  const location = await consent(userId, more);
  return location.searchParams.get("code") ?? "";
}

/** Exchanges a code. */
export const exchange = (code: string, more: Record<string, string> = {}) =>
  token({ grant_type: "authorization_code", code, redirect_uri, ...more });

/** A token of a user with exactly this scope. */
export async function tokenWith(scope: string, userId: number): Promise<string> {
  const answer = await exchange(await codeFor(userId, { scope }));
  expect(answer.json()).toMatchObject({ scope });
  return answer.json<Tokens>().access_token;
}
