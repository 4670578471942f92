import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";
import { verifyPassword } from "../sign-in/passwords.service.ts";

const { http, demo, bearer, dump, rows } = await startGateway();
const privateFields = ["email", "phone", "first_name", "last_name", "address", "identification"];

describe("a user", () => {
  it("sees all of their own fields at /users/me and under their id", async () => {
    const { id, nickname } = demo.users.seller_mla;
    for (const path of ["/users/me", "/users/me/", `/users/${id}`]) {
      const user = (await http.get(path, bearer("seller_mla"))).json<Record<string, unknown>>();
      expect(user).toMatchObject({
        id,
        nickname,
        site_id: "MLA",
        country_id: "AR",
        seller_reputation: { level_id: "5_green" },
        status: { site_status: "active", list: { allow: true } },
      });
      expect(Object.keys(user)).toEqual(expect.arrayContaining(privateFields));
    }
  });

  it("shows others, operators included, nothing private", async () => {
    const { id } = demo.users.seller_mla;
    for (const viewer of ["buyer_mla", "operator"] as const) {
      const user = (await http.get(`/users/${id}`, bearer(viewer))).json<Record<string, unknown>>();
      expect(user).toMatchObject({
        id,
        status: { site_status: "active" },
        buyer_reputation: { tags: [] },
      });
      expect(Object.keys(user.status ?? {})).toEqual(["site_status"]);
      expect(Object.keys(user.buyer_reputation ?? {})).toEqual(["tags"]);
      for (const field of privateFields) expect(user).not.toHaveProperty(field);
    }
    const masked = await http.get(`/users/${id}?attributes=id,email,phone`, bearer("buyer_mla"));
    expect(masked.json()).toEqual({ id });
  });

  it("that does not exist is 404, a malformed id 400", async () => {
    const unknown = await http.get("/users/77", bearer("buyer_mla"));
    expectProblem(unknown, 404, "not_found", "User with id 77 not found");
    for (const id of ["0", "99999999999999999999", "9".repeat(300)])
      expectProblem(
        await http.get(`/users/${id}`, bearer("buyer_mla")),
        404,
        "not_found",
        `User with id ${id} not found`,
      );
    for (const id of ["x", "-1", "1.5"])
      expectProblem(await http.get(`/users/${id}`, bearer("buyer_mla")), 400, "bad_request");
  });

  it("is not shown without a token", async () => {
    expectProblem(await http.get("/users/me"), 403, "access_token_not_granted", "access_token was not sent");
    const headers = { Authorization: `Bearer ${demo.tokens.expired}` };
    expectProblem(await http.get("/users/me", { headers }), 401, "invalid_token", "invalid access token");
  });
});

describe("a multiget of users", () => {
  it("answers in order, with a status for each, and filters bodies", async () => {
    const { seller_mla, buyer_mla } = demo.users;
    const path = `/users?ids=${buyer_mla.id},77,${seller_mla.id}&attributes=id,nickname,email`;
    const answer = await http.get(path, bearer("seller_mla"));
    expect(answer.json()).toEqual([
      { code: 200, body: { id: buyer_mla.id, nickname: buyer_mla.nickname } },
      { code: 404, body: expect.anything() },
      { code: 200, body: { id: seller_mla.id, nickname: seller_mla.nickname, email: expect.any(String) } },
    ]);
  });

  it("looks ids of any length up", async () => {
    const long = "9".repeat(40);
    const answer = await http.get(`/users?ids=${long},0`, bearer("buyer_mla"));
    expect(answer.json()).toEqual([
      { code: 404, body: expect.objectContaining({ message: `User with id ${long} not found` }) },
      { code: 404, body: expect.objectContaining({ message: "User with id 0 not found" }) },
    ]);
  });

  it("takes one to twenty ids", async () => {
    const ids = Array.from({ length: 21 }, (_, index) => index + 1);
    const { status } = await http.get(`/users?ids=${ids.slice(1)}`, bearer("buyer_mla"));
    expect(status).toBe(200);
    for (const query of [`?ids=${ids}`, "?ids=", "?ids=1,x", ""])
      expectProblem(await http.get(`/users${query}`, bearer("buyer_mla")), 400, "bad_request");
  });
});

describe("a test user", () => {
  it("has a valid token and belongs to the requested site", async () => {
    const created = await http.post("/users/test_user", { ...bearer("buyer_mla"), body: { site_id: "MLB" } });
    expect(created.status).toBe(201);
    const user = created.json<{ id: number; nickname: string; access_token: string }>();
    expect(Object.keys(user)).toEqual(["id", "nickname", "password", "site_status", "access_token"]);
    const headers = { Authorization: `Bearer ${user.access_token}` };
    const me = await http.get("/users/me", { headers });
    expect(me.json()).toMatchObject({
      id: user.id,
      nickname: user.nickname,
      site_id: "MLB",
      country_id: "BR",
    });
  });

  it.each([
    ["MLA", "PRUEBA", "de Prueba"],
    ["MLB", "TESTE", "de Teste"],
  ])("of %s is named in the site's language", async (site_id, nickname, last_name) => {
    const created = await http.post("/users/test_user", { ...bearer("buyer_mla"), body: { site_id } });
    const { access_token } = created.json<{ access_token: string }>();
    const me = await http.get("/users/me", { headers: { Authorization: `Bearer ${access_token}` } });
    expect(me.json()).toMatchObject({
      nickname: expect.stringMatching(new RegExp(`^${nickname}\\d{12}$`)),
      last_name,
    });
  });

  it("has a password that is stored as argon2id", async () => {
    const created = await http.post("/users/test_user", { ...bearer("buyer_mla"), body: { site_id: "MLA" } });
    const { id, password } = created.json<{ id: number; password: string }>();
    const [row] = await rows<{ password: string; password_hash: null }>(
      "SELECT password, password_hash FROM users WHERE id = $1",
      [id],
    );
    expect(row).toEqual({ password: expect.stringMatching(/^\$argon2id\$/), password_hash: null });
    expect(await verifyPassword(password, row?.password)).toBe(true);
    expect(await verifyPassword(`${password}x`, row?.password)).toBe(false);
  });

  it("is created once per Idempotency-Key, and no secret is stored in plain text", async () => {
    const as = bearer("buyer_mla");
    const headers = { ...as.headers, "Idempotency-Key": "one-user" };
    const ask = (site_id: string) => http.post("/users/test_user", { headers, body: { site_id } });
    const answers = await Promise.all([ask("MLB"), ask("MLB"), ask("MLB")]);
    const [user] = answers.map((answer) => answer.json<{ password: string; access_token: string }>());
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [201, JSON.stringify(user)]),
    );
    const replayed = answers.filter((answer) => answer.headers["idempotent-replayed"] === "true");
    expect(replayed).toHaveLength(2);
    expectProblem(await ask("MLA"), 409, "conflict");
    const kept = await dump();
    expect(kept).toContain("one-user");
    for (const secret of [user?.password, user?.access_token]) expect(kept).not.toContain(secret);
  });

  it("is not created on unknown sites, with unknown fields or by a token that may only read", async () => {
    const ask = (body: unknown) => http.post("/users/test_user", { ...bearer("buyer_mla"), body });
    expectProblem(await ask({ site_id: "MXX" }), 404, "not_found", "Site not found: MXX");
    expectProblem(await ask({ site_id: "mla" }), 400, "bad_request");
    expectProblem(await ask({ site_id: "MLA", admin: true }), 400, "bad_request");
    const headers = { Authorization: `Bearer ${demo.tokens.read_only_seller_mla}` };
    const readOnly = await http.post("/users/test_user", { headers, body: { site_id: "MLA" } });
    expectProblem(readOnly, 403, "forbidden", "Invalid scopes");
  });
});
