import { describe, expect, test } from "vitest";
import { get, post, put } from "../api/api.ts";
import { expectProblem } from "../api/problems.ts";
import { applications, newUser, users } from "../api/world.ts";
import { newSale } from "../invoices/packs.ts";

const { seller_mla: seller, buyer_mla: buyer } = users;
const application = `/applications/${applications.default.id}`;
const open =
  "id nickname registration_date country_id user_type tags logo points site_id permalink seller_reputation buyer_reputation status".split(
    " ",
  );

interface User {
  seller_reputation: { transactions: object };
}

/** Other tests buy meanwhile, and counts may be ten seconds old, in each replica of the gateway others. */
const withoutCounts = ({ seller_reputation, ...user }: User) => ({
  ...user,
  seller_reputation: { ...seller_reputation, transactions: Object.keys(seller_reputation.transactions) },
});

describe("users", () => {
  test("see all of themselves", async () => {
    const me = (await get("/users/me", { as: seller })).json<User>();
    expect(me).toMatchObject({
      id: seller.id,
      nickname: seller.nickname,
      site_id: "MLA",
      country_id: "AR",
      seller_reputation: { level_id: expect.stringMatching(/^\d_/) },
      email: expect.stringContaining("@"),
      first_name: expect.any(String),
      last_name: expect.any(String),
      identification: { type: "DNI", number: expect.any(String) },
      phone: { area_code: expect.any(String), number: expect.any(String), extension: "", verified: false },
      address: {
        address: expect.any(String),
        city: expect.any(String),
        state: "AR-C",
        zip_code: expect.any(String),
      },
      status: {
        list: { allow: true },
        buy: { allow: true },
        sell: { allow: true },
        billing: { allow: true },
      },
    });
    const seen = (await get(`/users/${seller.id}`, { as: seller })).json<User>();
    expect(withoutCounts(seen)).toEqual(withoutCounts(me));
  });

  test("see the public fields of others", async () => {
    const seen = (await get(`/users/${seller.id}`, { as: buyer })).json<object>();
    expect(Object.keys(seen)).toEqual(open);
  });

  test("count what they sold and bought", async () => {
    const customer = await newUser();
    const sale = await newSale(2, customer);
    const { seller_reputation } = (await get(`/users/${sale.seller.id}`, { as: customer })).json<{
      seller_reputation: { transactions: object };
    }>();
    expect(seller_reputation.transactions).toMatchObject({ total: 2, completed: 2, canceled: 0 });
    expect((await get("/users/me", { as: customer })).json()).toMatchObject({
      buyer_reputation: { transactions: { total: 2, completed: 2 } },
    });
  });

  test("list their addresses, and nobody else's", async () => {
    const path = `/users/${seller.id}/addresses`;
    expect((await get(path, { as: seller })).json()).toMatchObject([
      { user_id: String(seller.id), state: { id: "AR-C" }, status: "active" },
    ]);
    expectProblem(await get(path, { as: buyer }), 403, "forbidden");
  });

  test("are read in numbers, each with its own code and what the caller may see", async () => {
    const answer = await get(`/users?ids=${seller.id},7,${buyer.id}`, { as: buyer });
    const many = answer.json<{ code: number; body: object }[]>();
    expect(many.map(({ code }) => code)).toEqual([200, 404, 200]);
    expect(Object.keys(many[0]?.body ?? {})).toEqual(open);
    expect(many[2]?.body).toHaveProperty("email");
  });

  test("that do not exist are 404", async () => {
    expectProblem(await get("/users/7", { as: buyer }), 404, "not_found");
  });

  test("of the demo each have a token of their own, with read and write", async () => {
    for (const user of Object.values(users)) {
      expect((await get("/users/me", { as: user })).json()).toMatchObject({
        id: user.id,
        nickname: user.nickname,
        site_id: user.site_id,
      });
      const written = await post("/questions", { as: user, body: {} });
      expectProblem(written, 400, "invalid_post_body");
    }
    expect(new Set(Object.values(users).map(({ id }) => id)).size).toBe(14);
  });
});

describe("test users", () => {
  test("are made with a nickname, a password and a token that works", async () => {
    const answer = await post("/users/test_user", { as: seller, body: { site_id: "MLB" } });
    expect(answer.status).toBe(201);
    const user = answer.json<{ id: number; access_token: string }>();
    expect(user).toEqual({
      id: expect.any(Number),
      nickname: expect.any(String),
      password: expect.any(String),
      site_status: "active",
      access_token: expect.stringMatching(/^APP_USR-/),
    });
    expect((await get("/users/me", { as: user })).json()).toMatchObject({ id: user.id, site_id: "MLB" });
  });

  test("of unknown sites, or with unknown fields, are not made", async () => {
    const make = (body: unknown) => post("/users/test_user", { as: seller, body });
    expectProblem(await make({ site_id: "XXX" }), 404, "not_found", "Site not found: XXX");
    expectProblem(await make({}), 400, "bad_request");
    expectProblem(await make({ site_id: "MLA", admin: true }), 400, "bad_request");
  });
});

describe("applications", () => {
  test("show callback_url, topics and webhook_secret to their owner only", async () => {
    const own = (await get(application, { as: seller })).json<object>();
    expect(own).toMatchObject({
      webhook_secret: applications.default.webhook_secret,
      topics: expect.any(Array),
    });
    expect(own).toHaveProperty("callback_url");
    expect(JSON.stringify(own)).not.toContain(applications.default.client_secret);
    const seen = (await get(application, { as: buyer })).json<object>();
    expect(seen).toMatchObject({ id: applications.default.id });
    for (const name of ["callback_url", "topics", "webhook_secret"]) expect(seen).not.toHaveProperty(name);
  });

  test("are changed by their owner, within limits", async () => {
    const before = (await get(application, { as: seller })).json();
    const change = (body: object, as = seller) => put(application, { as, body });
    expectProblem(await change({ topics: ["questions"] }, buyer), 403, "forbidden");
    expectProblem(await change({ topics: ["weather"] }), 400, "bad_request");
    for (const callback_url of ["ftp://127.0.0.1/x", "http://user:secret@127.0.0.1/x", "no address"])
      expectProblem(await change({ callback_url }), 400, "bad_request");
    expect((await get(application, { as: seller })).json()).toEqual(before);
    expectProblem(await get("/applications/7", { as: seller }), 404, "not_found");
  });

  test("list missed feeds to their owner", async () => {
    const path = `/missed_feeds?app_id=${applications.default.id}`;
    expect((await get(path, { as: seller })).json()).toMatchObject({
      messages: expect.any(Array),
      paging: { offset: 0, limit: 50 },
    });
    expectProblem(await get(path, { as: buyer }), 403, "forbidden");
    expectProblem(await get("/missed_feeds", { as: seller }), 400, "bad_request");
    const replay = await post(`/missed_feeds/${crypto.randomUUID()}/replay`, { as: seller });
    expectProblem(replay, 404, "not_found");
  });
});

test("a new user's token and data are nobody else's", async () => {
  const [first, second] = [await newUser(), await newUser()];
  expect(first.access_token).not.toBe(second.access_token);
  expect((await get(`/users/${first.id}`, { as: second })).json()).not.toHaveProperty("email");
});
