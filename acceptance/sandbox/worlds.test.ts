import { expect, test, vi } from "vitest";
import { get, post } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { fixtures, users } from "../api/world.ts";
import { admin, ask, madeBy, newWorld, type WorldDocument, worldIds } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const questionTo = (world: WorldDocument, text: string, headers: Record<string, string> = {}) =>
  post("/questions", {
    as: world.users.buyer_mla,
    body: { item_id: world.fixtures.item_active, text },
    headers,
  });

const textOf = async (id: number, as: { access_token: string }) =>
  (await get(`/questions/${id}`, { as })).text;

test("a world is a marketplace of its own, with the same users and tokens of its own", async () => {
  const world = await newWorld({ from: "demo", ttl_seconds: 600 });
  expect(Object.keys(world)).toEqual([
    "base_url",
    "users",
    "applications",
    "tokens",
    "fixtures",
    "world",
    "sandbox",
  ]);
  expect(world.world).toMatchObject({ id: expect.stringMatching(/^w\d{5}$/), from: "demo" });
  const { created_at, expires_at } = world.world;
  expect(Date.parse(expires_at ?? "") - Date.parse(created_at)).toBeGreaterThan(590_000);
  expect(world.sandbox.admin_token).toBe(admin);
  const { client_id } = world.applications.default;
  expect(Number.isSafeInteger(Number(client_id))).toBe(true);
  expect(world.users.seller_mla.access_token).toMatch(
    new RegExp(`^APP_USR-${client_id}-\\w+-${world.users.seller_mla.id}$`),
  );
  expect(world.users.seller_mla.access_token).not.toBe(users.seller_mla.access_token);
  const me = await get("/users/me", { as: world.users.seller_mla });
  expect(me.json()).toMatchObject({ id: users.seller_mla.id, nickname: users.seller_mla.nickname });
  expect(await worldIds()).toContain(world.world.id);
});

test("what happens in a world stays there", async () => {
  const [one, two] = await Promise.all([newWorld(), newWorld()]);
  const asked = await questionTo(one, "Only in the first world?");
  expect({ status: asked.status, text: asked.text }).toMatchObject({ status: 201 });
  const { id } = asked.json<{ id: number }>();
  expect(await textOf(id, one.users.seller_mla)).toContain("Only in the first world?");
  for (const as of [two.users.seller_mla, users.seller_mla])
    expect(await textOf(id, as)).not.toContain("Only in the first world?");
});

test("the tokens that tell of ends work as in default", async () => {
  const { tokens } = await newWorld();
  expectProblem(await get("/users/me", { token: tokens.expired }), 401, "invalid_token");
  expectProblem(await get("/users/me", { token: tokens.revoked }), 401, "invalid_token");
  expect((await get("/users/me", { token: tokens.read_only_seller_mla })).status).toBe(200);
});

test("a client of a world needs no other address: client id, code and refresh token carry the world", async () => {
  const world = await newWorld();
  const { client_id, client_secret } = world.applications.default;
  const grant = { grant_type: "client_credentials", client_id, client_secret, scope: "read offline_access" };
  const first = await post("/oauth/token", { body: new URLSearchParams(grant) });
  expect({ status: first.status, text: first.text }).toMatchObject({ status: 200 });
  const tokens = first.json<{ access_token: string; refresh_token: string; user_id: number }>();
  expect(tokens.access_token).toContain(`-${world.world.id}_`);
  expect(tokens.refresh_token).toMatch(new RegExp(`^TG-${world.world.id}_\\w+-${tokens.user_id}$`));
  const refreshed = await post("/oauth/token", {
    body: { grant_type: "refresh_token", client_id, client_secret, refresh_token: tokens.refresh_token },
  });
  expect(refreshed.status).toBe(200);
  const basic = Buffer.from(`${client_id}:${client_secret}`).toString("base64");
  const byBasic = await post("/oauth/token", {
    body: new URLSearchParams({ grant_type: "client_credentials" }),
    headers: { Authorization: `Basic ${basic}` },
  });
  expect(byBasic.status).toBe(200);
  const consent = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri: world.applications.default.redirect_uri,
  });
  expect((await get(`/authorization?${consent}`)).status).toBe(200);
});

test("a credential of one world is invalid in another", async () => {
  const [one, two] = await Promise.all([newWorld(), newWorld()]);
  const { client_id, client_secret } = one.applications.default;
  const other = two.applications.default;
  const token = await post("/oauth/token", {
    body: {
      grant_type: "client_credentials",
      client_id: other.client_id,
      client_secret: other.client_secret,
      scope: "offline_access",
    },
  });
  const { refresh_token } = token.json<{ refresh_token: string }>();
  const mixed = { grant_type: "refresh_token", client_id, client_secret, refresh_token };
  expectProblemFields(await post("/oauth/token", { body: mixed }), 400, "invalid_grant");
});

function expectProblemFields(answer: { status: number; text: string }, status: number, error: string): void {
  expect({ status: answer.status, body: JSON.parse(answer.text) }).toMatchObject({ status, body: { error } });
}

test("without a credential Host and X-Sandbox-World choose the world; another than the credential's is 400", async () => {
  const world = await newWorld();
  const { id } = world.world;
  const { client_id } = world.applications.default;
  const named = { "X-Sandbox-World": id };
  expect((await get("/users/me", { headers: named })).status).toBe(403);
  expect((await get("/users/me", { as: world.users.seller_mla, headers: named })).status).toBe(200);
  expectProblem(await get("/users/me", { as: users.seller_mla, headers: named }), 400, "bad_request");
  const elsewhere = { "X-Sandbox-World": "default" };
  expectProblem(
    await get("/users/me", { as: world.users.seller_mla, headers: elsewhere }),
    400,
    "bad_request",
  );
  expectProblem(
    await get("/users/me", { headers: { "X-Sandbox-World": "w1" } }),
    404,
    "not_found",
    "World not found: w1",
  );
  expect(client_id).toMatch(new RegExp(`^${id.slice(1)}`));
});

test("a world that is dropped answers 404, and is gone", async () => {
  const world = await newWorld();
  const { id } = world.world;
  const asked = Array.from({ length: 20 }, () => get("/users/me", { as: world.users.seller_mla }));
  const dropped = await ask("DELETE", `/worlds/${id}`);
  expect(dropped.status).toBe(204);
  for (const answer of await Promise.all(asked)) expect([200, 404]).toContain(answer.status);
  expectProblem(await get("/users/me", { as: world.users.seller_mla }), 404, "not_found");
  expect(await worldIds()).not.toContain(id);
  expectProblem(await ask("DELETE", `/worlds/${id}`), 404, "not_found", `World not found: ${id}`);
});

test("a reset takes back what happened; the first tokens stay, others end", async () => {
  const world = await newWorld();
  const { id } = world.world;
  const question = (await questionTo(world, "Gone after the reset?")).json<{ id: number }>();
  const { client_id, client_secret } = world.applications.default;
  const grant = { grant_type: "client_credentials", client_id, client_secret };
  const later = (await post("/oauth/token", { body: grant })).json<{ access_token: string }>();
  const reset = await ask("POST", `/worlds/${id}/reset`);
  expect(reset.status).toBe(200);
  expect(reset.json<WorldDocument>()).toMatchObject({ world: { id }, users: world.users });
  expect(await textOf(question.id, world.users.seller_mla)).not.toContain("Gone after the reset?");
  expect((await get("/users/me", { as: world.users.seller_mla })).status).toBe(200);
  expectProblem(await get("/users/me", { token: later.access_token }), 401, "invalid_token");
});

test("a fork and a snapshot hold what the world held, and go their own way", async () => {
  const world = await newWorld();
  const { id } = world.world;
  const { id: question } = (await questionTo(world, "In all of them?")).json<{ id: number }>();
  const fork = madeBy(await ask("POST", `/worlds/${id}/fork`, { ttl_seconds: 300 }));
  const name = `s-${Date.now()}`;
  const snapshot = await ask("POST", `/worlds/${id}/snapshots`, { name });
  expect({ status: snapshot.status, body: snapshot.json() }).toMatchObject({ status: 201, body: { name } });
  expectProblem(await ask("POST", `/worlds/${id}/snapshots`, { name }), 409, "conflict");
  const copy = await newWorld({ from: `snapshot:${name}` });
  for (const made of [fork, copy]) {
    expect(await textOf(question, made.users.seller_mla)).toContain("In all of them?");
    await questionTo(made, "Not in the first?");
  }
  expect((await ask("POST", `/worlds/${fork.world.id}/reset`)).status).toBe(200);
  expect(await textOf(question, fork.users.seller_mla)).toContain("In all of them?");
  const search = `/questions/search?item=${fixtures.item_active}&api_version=4`;
  expect((await get(search, { as: world.users.seller_mla })).text).not.toContain("Not in the first?");
});

test("an empty world has sites and trees, an operator and an application", async () => {
  const world = await newWorld({ from: "empty" });
  expect(Object.keys(world.users)).toEqual(["operator"]);
  const as = world.users.operator;
  expect((await get("/users/me", { as })).status).toBe(200);
  expect((await get("/sites/MLA/categories", { as })).json<unknown[]>().length).toBeGreaterThan(3);
  const found = await get("/sites/MLA/search?q=celular&attributes=paging", { as });
  expect(found.json()).toMatchObject({ paging: { total: 0 } });
});

test.each([
  [{ from: "nothing" }, 400, "bad_request"],
  [{ from: "snapshot:Not A Name" }, 400, "bad_request"],
  [{ from: "snapshot:never-made" }, 404, "not_found"],
  [{ ttl_seconds: 0 }, 400, "bad_request"],
  [{ ttl_seconds: 86_401 }, 400, "bad_request"],
  [{ ttl_seconds: "60" }, 400, "bad_request"],
  [{ color: "red" }, 400, "bad_request"],
  ["{", 400, "bad_request"],
])("%j makes no world", async (body, status, error) => {
  expectProblem(await ask("POST", "/worlds", body), status, error);
});

test("default stays, and unknown worlds are 404 everywhere", async () => {
  expectProblem(await ask("DELETE", "/worlds/default"), 409, "conflict");
  for (const [path, body] of [["/reset"], ["/fork", {}], ["/snapshots", { name: "x" }]] as const)
    expectProblem(await ask("POST", `/worlds/w1${path}`, body), 404, "not_found", "World not found: w1");
  expectProblem(await ask("POST", "/worlds/default/snapshots", { name: "NO" }), 400, "bad_request");
});
