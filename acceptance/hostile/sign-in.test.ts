import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { pagesOf } from "../identity/sign-in.ts";
import { launch, type Product } from "../product/product.ts";

// Use a separate product: the shared one lets its visitors pick a user.
let dataDir = "";
let product: Product;

async function start(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), "marketplace-deployed-"));
  product = await launch({ dataDir, prepared: true, env: { NODE_ENV: "production", SIGN_IN: "" } });
}
async function stop(): Promise<void> {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}
beforeAll(start);
afterAll(stop);

const request = () => {
  const { client_id, redirect_uri } = product.sandbox.applications.default;
  return { response_type: "code", client_id, redirect_uri, state: "s" };
};
const link = (fields: Record<string, string> = {}) =>
  `/authorization?${new URLSearchParams({ ...request(), ...fields })}`;
const asked = (fields: Record<string, string> = {}) =>
  fetch(product.baseUrl + link(fields), { redirect: "manual" });
const allowed = (fields: Record<string, string> = {}) => {
  const { users } = product.sandbox;
  const form = { ...request(), user_id: `${users.operator.id}`, decision: "allow", ...fields };
  const body = new URLSearchParams(form);
  return fetch(`${product.baseUrl}/authorization`, { method: "POST", body, redirect: "manual" });
};
const newUser = (name: "operator" | "buyer_mla") => {
  const { access_token } = product.sandbox.users[name];
  const headers = { Authorization: `Bearer ${access_token}`, "Content-Type": "application/json" };
  const body = JSON.stringify({ site_id: "MLA" });
  return fetch(`${product.baseUrl}/users/test_user`, { method: "POST", headers, body });
};

describe("a product in production without SIGN_IN", () => {
  test("believes nobody who names a user: they are sent to sign in", async () => {
    for (const answer of [await asked(), await allowed(), await allowed({ decision: "deny" })]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        expect.stringMatching(/^\/sign_in\?/),
      ]);
    }
    const broken: Record<string, string>[] = [{ client_id: "1" }, { redirect_uri: "https://evil.example/" }];
    for (const fields of broken)
      for (const answer of [await asked(fields), await allowed(fields)])
        expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });

  test("lets a user in with their password, ask what the application gets, and out again", async () => {
    const { nickname, password = "", id } = product.sandbox.users.buyer_mla;
    const browser = pagesOf(product.baseUrl);
    const wrong = await browser.signIn({ path: link(), login: nickname, password: "wrong" });
    expect(wrong.status).toBe(403);
    const entered = await browser.signIn({ path: link(), login: nickname, password });
    const consent = await browser.get(entered.location);
    expect(consent.text).toContain(nickname);
    const back = await browser.send(consent, "/authorization", { decision: "allow" });
    const { searchParams } = new URL(back.location);
    expect(searchParams.get("state")).toBe("s");
    const { client_id, client_secret, redirect_uri } = product.sandbox.applications.default;
    const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri };
    const body = new URLSearchParams({ ...grant, code: searchParams.get("code") ?? "" });
    const tokens = await fetch(`${product.baseUrl}/oauth/token`, { method: "POST", body });
    expect(await tokens.json()).toMatchObject({ user_id: id });

    const kept = browser.cookie;
    await browser.send(await browser.get("/sign_in"), "/sign_out");
    const thief = pagesOf(product.baseUrl, kept);
    expect((await thief.get(link())).location).toMatch(/^\/sign_in\?/);
  });

  test("lets only operators make test users, whose passwords work", async () => {
    expect((await newUser("buyer_mla")).status).toBe(403);
    const made = await newUser("operator");
    const { nickname: login, password } = (await made.json()) as { nickname: string; password: string };
    expect(made.status).toBe(201);
    const entered = await pagesOf(product.baseUrl).signIn({ path: "/sign_in", login, password });
    expect([entered.status, entered.location]).toEqual([302, "/sign_in"]);
  });

  test("slows down who guesses, alike for a user and for nobody", async () => {
    // The guesses of a first try count in a second one, too.
    onTestFailed(async () => {
      await stop();
      await start();
    });
    for (const login of [product.sandbox.users.seller_mla.nickname, "NOBODY_AT_ALL"]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 7; attempt += 1) {
        const password = `guess ${attempt}`;
        statuses.push((await pagesOf(product.baseUrl).signIn({ path: "/sign_in", login, password })).status);
      }
      expect([login, statuses]).toEqual([login, [403, 403, 403, 403, 403, 429, 429]]);
    }
  });

  test("says at its start how users sign in", () => {
    expect(product.banner).toContain("SIGN_IN=password");
    expect(product.banner).toContain(product.sandbox.users.buyer_mla.password);
  });

  test("lets visitors pick a user once SIGN_IN=picker asks for it by name", async () => {
    await product.stop();
    product = await launch({ dataDir, env: { NODE_ENV: "production", SIGN_IN: "picker" } });
    expect((await asked()).status).toBe(200);
    expect((await allowed()).headers.get("location")).toContain("code=");
    expect((await newUser("buyer_mla")).status).toBe(201);
    expect(product.banner).toContain("SIGN_IN=picker");
  });
});
