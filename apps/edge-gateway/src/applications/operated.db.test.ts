import { expectErrorBody, expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { anotherGateway, startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway();
const { http, demo, clock, bearer } = gateway;
const replica = await anotherGateway(gateway);
const { events } = auditOf(gateway);
type Name = keyof typeof demo.users;

interface Created {
  id: number;
  client_id: string;
  client_secret: string;
}

const shop = { name: "Shop", redirect_uris: ["https://shop.example/callback"] };
const create = (body: unknown, by: Name = "seller_mla") =>
  http.post("/applications", { ...bearer(by), body });
const created = async (by: Name = "seller_mla") => (await create(shop, by)).json<Created>();
const change = ({ id }: Created, body: unknown, by: Name) =>
  http.put(`/applications/${id}`, { ...bearer(by), body });
const rotate = ({ id }: Created, body?: unknown, by: Name = "seller_mla") =>
  http.post(`/applications/${id}/secret`, { ...bearer(by), ...(body !== undefined && { body }) });
const ask = ({ client_id }: Created, client_secret: string) => {
  const body = { grant_type: "client_credentials", client_id, client_secret };
  return http.post("/oauth/token", { body });
};
const bearerOf = (access_token: string) => ({ headers: { Authorization: `Bearer ${access_token}` } });
const tokenOf = async (application: Created) =>
  (await ask(application, application.client_secret)).json<{ access_token: string }>().access_token;
const expectWrongClient = async (application: Created, secret = application.client_secret) =>
  expectErrorBody(await ask(application, secret), {
    status: 400,
    error: "invalid_client",
    extraFields: ["error_description"],
  });

describe("a new application", () => {
  it("belongs to the developer who created it, who sees its secrets once", async () => {
    const answer = await create({ ...shop, topics: ["items", "items"], scopes: ["write", "read"] });
    expect(answer.status).toBe(201);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { client_secret, ...application } = answer.json<Created>();
    expect(application).toEqual({
      ...shop,
      id: Number(application.client_id),
      client_id: expect.stringMatching(/^\d+$/),
      owner_id: demo.users.seller_mla.id,
      scopes: ["read", "write"],
      grant_types: ["authorization_code", "refresh_token", "client_credentials"],
      status: "active",
      requests_per_minute: null,
      date_created: expect.stringMatching(/^\d{4}-.*Z$/),
      callback_url: null,
      topics: ["items"],
      webhook_secret: expect.stringMatching(/^whsec_/),
    });
    const read = (await http.get(`/applications/${application.id}`, bearer("seller_mla"))).text;
    expect(read).not.toContain(client_secret);
    expect(await gateway.dump()).not.toContain(client_secret);
    const subject = `/applications/${application.id}`;
    expect(await events({ subject })).toMatchObject([{ action: "application.created" }]);
  });

  it("is created once per Idempotency-Key, with the same secret", async () => {
    const headers = { ...bearer("seller_mla").headers, "Idempotency-Key": "one-shop" };
    const answers = await Promise.all([1, 2].map(() => http.post("/applications", { headers, body: shop })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  it("that only acts for its owner needs no redirect URI", async () => {
    expect((await create({ name: "Robot", grant_types: ["client_credentials"] })).status).toBe(201);
  });

  it("made by the token of somebody else's application does not act for its owner by itself", async () => {
    // The demo's application is seller_mla's: to others it is somebody else's.
    const robot = { name: "Robot", grant_types: ["client_credentials"] };
    expectProblem(await create(robot, "buyer_mla"), 403, "forbidden");
    const foreign = await created("buyer_mla");
    expect(foreign).toMatchObject({ grant_types: ["authorization_code", "refresh_token"] });
    const refused = await ask(foreign, foreign.client_secret);
    expect([refused.status, refused.json()]).toMatchObject([400, { error: "unauthorized_client" }]);
    expectProblem(await rotate(foreign, {}, "buyer_mla"), 403, "forbidden");
    expect((await ask(foreign, foreign.client_secret)).json()).toMatchObject({
      error: "unauthorized_client",
    });
  });

  it.each([
    {},
    { name: "Shop" },
    { ...shop, name: "\u202eShop" },
    { ...shop, redirect_uris: ["http://shop.example/"] },
    { ...shop, callback_url: "ftp://shop.example/" },
    { ...shop, topics: ["gossip"] },
    { ...shop, scopes: [] },
    { ...shop, grant_types: ["password"] },
    { ...shop, client_secret: "mine" },
    { ...shop, requests_per_minute: 10 },
  ])("is refused as %j", async (body) => {
    expectProblem(await create(body), 400, "bad_request");
  });
});

describe("the list of applications", () => {
  it("has one's own, and to operators everybody's without secrets", async () => {
    const mine = await created("buyer_mlb");
    const own = (await http.get("/applications", bearer("buyer_mlb"))).json();
    expect(own).toMatchObject({ paging: { total: 1 }, results: [{ id: mine.id, webhook_secret: /whsec/ }] });
    const foreign = await http.get(`/applications?owner_id=${demo.users.buyer_mlb.id}`, bearer("operator"));
    expect(foreign.json()).toMatchObject({ results: [{ id: mine.id, status: "active" }] });
    for (const field of ["webhook_secret", "callback_url", "topics", "secret_hash"])
      expect(foreign.text).not.toContain(field);
    const all = (await http.get("/applications?limit=100", bearer("operator"))).json<{
      results: Created[];
    }>();
    expect(all.results.map(({ id }) => id)).toEqual(
      expect.arrayContaining([mine.id, demo.applications.default.id]),
    );
    const filtered = await http.get(`/applications?owner_id=${demo.users.buyer_mlb.id}`, bearer("buyer_mlc"));
    expect(filtered.json()).toMatchObject({ paging: { total: 0 }, results: [] });
  });
});

describe("a rotated client secret", () => {
  it("replaces the former one at once", async () => {
    const application = await created();
    const answer = await rotate(application);
    const { client_secret } = answer.json<Created>();
    expect(answer.json()).toMatchObject({ id: application.id, former_secret_until: null });
    expect((await ask(application, client_secret)).status).toBe(200);
    await expectWrongClient(application);
    expect(await gateway.dump()).not.toContain(client_secret);
    expect((await events({ subject: `/applications/${application.id}` }))[0]).toMatchObject({
      action: "application.secret_rotated",
      details: { grace_minutes: 0 },
    });
  });

  it("works beside the former one for a grace, and beside no earlier one", async () => {
    const application = await created();
    const second = (await rotate(application, { grace_minutes: 10 })).json<Created>().client_secret;
    for (const secret of [application.client_secret, second])
      expect((await ask(application, secret)).status).toBe(200);
    const third = (await rotate(application, { grace_minutes: 10 })).json<Created>().client_secret;
    await expectWrongClient(application);
    expect((await ask(application, second)).status).toBe(200);
    clock.advance(10 * 60_000);
    await expectWrongClient(application, second);
    expect((await ask(application, third)).status).toBe(200);
  });

  it("is one of two at once", async () => {
    const application = await created();
    const answers = await Promise.all([rotate(application), rotate(application)]);
    const secrets = answers.map((answer) => answer.json<Created>().client_secret);
    const working = await Promise.all(secrets.map((secret) => ask(application, secret)));
    expect(working.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it("is for the owner only, operators included", async () => {
    const application = await created();
    for (const by of ["buyer_mla", "operator"] as const)
      expectProblem(await rotate(application, {}, by), 403, "forbidden");
    expectProblem(await rotate(application, { grace_minutes: 1_441 }), 400, "bad_request");
    expectProblem(await rotate({ ...application, id: 5 }), 404, "not_found");
    expect((await ask(application, application.client_secret)).status).toBe(200);
  });
});

describe("a disabled application", () => {
  it.each(["seller_mla", "operator"] as const)(
    "by %s has tokens and credentials that work nowhere, in no process, until it is enabled",
    async (by) => {
      const application = await created();
      const token = bearerOf(await tokenOf(application));
      for (const { http: each } of [gateway, replica])
        expect((await each.get("/users/me", token)).status).toBe(200);
      expect((await change(application, { status: "disabled" }, by)).json()).toMatchObject({
        status: "disabled",
      });
      expectProblem(await http.get("/users/me", token), 401, "invalid_token");
      await expect.poll(async () => (await replica.http.get("/users/me", token)).status).toBe(401);
      await expectWrongClient(application);
      const query = {
        response_type: "code",
        client_id: application.client_id,
        redirect_uri: shop.redirect_uris[0] ?? "",
      };
      const consent = await http.get(`/authorization?${new URLSearchParams(query)}`);
      expectProblem(consent, 400, "invalid_request", "The application is disabled");
      expect((await change(application, { status: "active" }, by)).json()).toMatchObject({
        status: "active",
      });
      expect((await http.get("/users/me", token)).status).toBe(200);
      expect((await ask(application, application.client_secret)).status).toBe(200);
      const actions = (
        await events({ subject: `/applications/${application.id}`, actor_id: demo.users[by].id })
      )
        .map(({ action }) => action)
        .filter((action) => action.endsWith("abled"));
      expect(actions).toEqual(["application.enabled", "application.disabled"]);
    },
  );

  it("stays disabled for its owner when an operator disabled it, even after the owner did", async () => {
    const application = await created();
    await change(application, { status: "disabled" }, "seller_mla");
    await change(application, { status: "disabled" }, "operator");
    await change(application, { status: "disabled" }, "seller_mla");
    const refused = await change(application, { status: "active" }, "seller_mla");
    expectProblem(refused, 403, "forbidden");
    expect((await change(application, { status: "active" }, "operator")).status).toBe(200);
  });
});

describe("an operator", () => {
  it("changes nobody's settings, and owners change no limit", async () => {
    const application = await created();
    for (const body of [{ name: "Mine" }, { topics: [] }, { status: "disabled", callback_url: null }])
      expectProblem(await change(application, body, "operator"), 403, "forbidden");
    expectProblem(await change(application, { requests_per_minute: 1 }, "seller_mla"), 403, "forbidden");
    expectProblem(await change(application, { status: "disabled" }, "buyer_mla"), 403, "forbidden");
    const read = await http.get(`/applications/${application.id}`, bearer("seller_mla"));
    expect(read.json()).toMatchObject({ ...shop, status: "active", requests_per_minute: null });
  });

  it("limits an application's requests in every process, without a restart", async () => {
    const application = await created();
    const token = bearerOf(await tokenOf(application));
    for (const { http: each } of [gateway, replica])
      expect((await each.get("/users/me", token)).status).toBe(200);
    expect((await change(application, { requests_per_minute: 1 }, "operator")).json()).toMatchObject({
      requests_per_minute: 1,
    });
    for (const { http: each } of [gateway, replica])
      await expect.poll(async () => (await each.get("/users/me", token)).status).toBe(429);
    await change(application, { requests_per_minute: null }, "operator");
    for (const { http: each } of [gateway, replica])
      await expect.poll(async () => (await each.get("/users/me", token)).status).toBe(200);
    const details = { fields: "requests_per_minute", requests_per_minute: 1 };
    const changes = await events({
      action: "application.changed",
      subject: `/applications/${application.id}`,
    });
    expect(changes[1]).toMatchObject({ details });
    for (const requests_per_minute of [-1, 1.5, "5", 1_000_001])
      expectProblem(await change(application, { requests_per_minute }, "operator"), 400, "bad_request");
  });
});
