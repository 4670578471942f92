import { type Answer, expectErrorBody, expectProblem } from "@marketplace/testkit";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Application } from "../applications/applications.repo.ts";
import { startGateway } from "../gateway.fixture.ts";
import { hashOf, mintWebhookSecret } from "../tokens/token-text.rules.ts";

const { http, demo, deps, bearer, config } = await startGateway();
const sessionOf = () => new pg.Client({ connectionString: config.databaseDirectUrl });
/** What holds locks, and what watches: inside a transaction the watcher would see its beginning only. */
const [holder, watcher] = [sessionOf(), sessionOf()];
const client_secret = "the shop's own secret";
let shop: Application;

beforeAll(async () => {
  await Promise.all([holder.connect(), watcher.connect()]);
  // Another application than the one whose tokens ask here, so that a withdrawal leaves those alone.
  shop = await newApplication();
});
afterAll(() => Promise.all([holder.end(), watcher.end()]));

const redirect_uri = "https://shop.example/callback";
const newApplication = () =>
  deps.applications.create({
    name: "Shop",
    owner_id: demo.users.seller_mla.id,
    secret_hash: hashOf(client_secret),
    redirect_uris: [redirect_uri],
    grant_types: ["authorization_code", "refresh_token"],
    scopes: ["read", "write", "offline_access"],
    callback_url: null,
    topics: [],
    webhook_secret: mintWebhookSecret(),
  });

type Name = keyof typeof demo.users;
async function codeOf(name: Name, { id } = shop): Promise<string> {
  const fields = { response_type: "code", client_id: String(id), redirect_uri, decision: "allow" };
  const body = new URLSearchParams({ ...fields, user_id: String(demo.users[name].id) }).toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const { location = "" } = (await http.post("/authorization", { body, headers })).headers;
  return new URL(location).searchParams.get("code") ?? "";
}
const exchange = (code: string, { id } = shop) => {
  const client = { client_id: String(id), client_secret, redirect_uri };
  return http.post("/oauth/token", { body: { grant_type: "authorization_code", code, ...client } });
};
const withdraw = (name: Name, { id } = shop) =>
  http.delete(`/users/${demo.users[name].id}/applications/${id}`, bearer(name));
const expectRefused = (answer: Answer) =>
  expectErrorBody(answer, { status: 400, error: "invalid_grant", extraFields: ["error_description"] });
async function works(answer: Answer): Promise<boolean> {
  const { access_token } = answer.json<{ access_token: string }>();
  const headers = { Authorization: `Bearer ${access_token}` };
  return (await http.get("/users/me", { headers })).status === 200;
}

describe("a code from before a withdrawal", () => {
  it("cannot be exchanged", async () => {
    const code = await codeOf("buyer_mla");
    expect((await withdraw("buyer_mla")).status).toBe(200);
    expectRefused(await exchange(code));
  });

  it("can be withdrawn once", async () => {
    await codeOf("buyer_mla");
    expect((await withdraw("buyer_mla")).json()).toMatchObject({ app_id: shop.id });
    expectProblem(await withdraw("buyer_mla"), 404, "not_found");
  });

  it("does not affect other users and applications", async () => {
    const other = await newApplication();
    const [others, elsewhere] = [await codeOf("buyer2_mla"), await codeOf("buyer_mla", other)];
    await codeOf("buyer_mla");
    expect((await withdraw("buyer_mla")).status).toBe(200);
    expect((await exchange(others)).status).toBe(200);
    expect((await exchange(elsewhere, other)).status).toBe(200);
  });

  it("differs from the code of a new consent", async () => {
    await codeOf("buyer_mla");
    await withdraw("buyer_mla");
    expect(await works(await exchange(await codeOf("buyer_mla")))).toBe(true);
  });
});

describe("an exchange and a withdrawal at the same time", () => {
  const waiting = async (): Promise<number> => {
    const { rows } = await watcher.query(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows[0].n;
  };

  /**
   * Starts both while the code's row is locked, the second once the first waits for it, and lets them go on.
   */
  async function queued(first: () => Promise<Answer>, second: () => Promise<Answer>) {
    await holder.query("BEGIN");
    await holder.query("SELECT FROM grants FOR UPDATE");
    const begun = [first()];
    await expect.poll(waiting).toBe(1);
    begun.push(second());
    await expect.poll(waiting).toBe(2);
    await holder.query("COMMIT");
    return Promise.all(begun);
  }

  it("give revoked tokens when the exchange comes first", async () => {
    const code = await codeOf("buyer_mla");
    const [exchanged, withdrawn] = await queued(
      () => exchange(code),
      () => withdraw("buyer_mla"),
    );
    expect([exchanged?.status, withdrawn?.status]).toEqual([200, 200]);
    expect(exchanged && (await works(exchanged))).toBe(false);
  });

  it("give no tokens when the withdrawal comes first", async () => {
    const code = await codeOf("buyer_mla");
    const [withdrawn, exchanged] = await queued(
      () => withdraw("buyer_mla"),
      () => exchange(code),
    );
    expect(withdrawn?.status).toBe(200);
    if (exchanged) expectRefused(exchanged);
  });

  it("never leave a valid token, in any order", async () => {
    for (let round = 0; round < 20; round++) {
      const code = await codeOf("buyer_mla");
      const [exchanged, withdrawn] = await Promise.all([exchange(code), withdraw("buyer_mla")]);
      expect(withdrawn.status).toBe(200);
      if (exchanged.status === 200) expect(await works(exchanged)).toBe(false);
      else expectRefused(exchanged);
    }
  });
});

describe("a code for an address that the application no longer registers", () => {
  it("cannot be exchanged until the address is registered again", async () => {
    const code = await codeOf("buyer_mla");
    const change = (uri: string) =>
      http.put(`/applications/${shop.id}`, { ...bearer("seller_mla"), body: { redirect_uris: [uri] } });
    await change("https://shop.example/elsewhere");
    expectRefused(await exchange(code));
    await change(redirect_uri);
    expect((await exchange(code)).status).toBe(200);
  });
});
