import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { startGateway } from "../gateway.fixture.ts";

const gateway = await startGateway();
const { http, demo, bearer } = gateway;
const { events } = auditOf(gateway);
type Name = keyof typeof demo.users;

const ana = {
  nickname: "ANA.PEREZ",
  email: "ana@shop.example",
  site_id: "MLA",
  first_name: "Ana",
  last_name: "Pérez",
};
const create = (body: unknown, by: Name = "operator") => http.post("/users", { ...bearer(by), body });
const change = (id: number, body: unknown, by: Name = "operator") =>
  http.put(`/users/${id}`, { ...bearer(by), body });
let made = 0;
const someone = async (fields: object = {}) => {
  made += 1;
  const answer = await create({ ...ana, nickname: `SOMEONE ${made}`, ...fields });
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 201 });
  return answer.json<{ id: number; nickname: string; password: string }>();
};

describe("a new user", () => {
  it("is created by an operator, with a password that is answered once", async () => {
    const answer = await create({ ...ana, roles: ["operator", "seller", "seller"] });
    expect(answer.status).toBe(201);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { password, ...user } = answer.json<{ id: number; password: string }>();
    expect(user).toEqual({
      id: expect.any(Number),
      nickname: "ANA.PEREZ",
      site_id: "MLA",
      country_id: "AR",
      roles: ["seller", "operator"],
      status: "active",
      moderated: false,
      intervened: false,
      messaging_allowed: true,
      reputation_level: null,
      date_created: expect.stringMatching(/Z$/),
    });
    expect(password).toMatch(/^\S{12,}$/);
    expect(await gateway.dump()).not.toContain(password);
    const [event] = await events({ subject: `/users/${user.id}` });
    const details = { site_id: "MLA", roles: "seller operator" };
    expect(event).toMatchObject({ action: "user.created", actor_id: demo.users.operator.id, details });
  });

  it("with a password of the operator's gets that one, and no answer names it", async () => {
    const answer = await create({ ...ana, nickname: "WITH PASSWORD", password: "a fine long password" });
    expect(answer.status).toBe(201);
    expect(answer.text).not.toContain("password");
    const headers = { ...bearer("operator").headers, "Idempotency-Key": "twice" };
    const body = { ...ana, nickname: "TWICE" };
    const answers = [
      await http.post("/users", { headers, body }),
      await http.post("/users", { headers, body }),
    ];
    expect(answers[1]?.text).toBe(answers[0]?.text);
  });

  it("has a nickname of their own, whatever the case, also when two are made at once", async () => {
    const answers = await Promise.all(
      ["Only One", "ONLY ONE", "only one"].map((nickname) => create({ ...ana, nickname })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expectProblem(await create({ ...ana, nickname: "OnLy OnE" }), 409, "conflict");
  });

  it("has a composed nickname, however it was sent, so that it is one with its look-alike", async () => {
    const answer = await create({ ...ana, nickname: "JOSE\u0301 LUIS" });
    expect(answer.json()).toMatchObject({ nickname: "JOS\u00c9 LUIS" });
    expectProblem(await create({ ...ana, nickname: "JOS\u00c9 LUIS" }), 409, "conflict");
  });

  it("is not created by others, on unknown sites or with invalid fields", async () => {
    for (const by of ["seller_mla", "buyer_mla"] as const)
      expectProblem(await create(ana, by), 403, "forbidden", "Only operators may do this");
    expectProblem(await create({ ...ana, site_id: "MXX" }), 404, "not_found", "Site not found: MXX");
    const invalid = [
      { nickname: "x" },
      { nickname: "a\u200bb" },
      { nickname: "<script>" },
      { nickname: "a@b" },
      { email: "ana" },
      { email: "a\u0000@shop.example" },
      { site_id: "mla" },
      { first_name: "" },
      { roles: [] },
      { roles: ["king"] },
      { password: "short" },
      { reputation_level: "6_gold" },
      { address: { address_line: "Honduras 4830" } },
      { is_admin: true },
    ];
    for (const fields of invalid)
      expectProblem(await create({ ...ana, nickname: "REFUSED", ...fields }), 400, "bad_request");
    expectProblem(await create({}), 400, "bad_request");
    expect(await gateway.dump()).not.toContain("REFUSED");
  });
});

describe("a user changed by an operator", () => {
  it("has what was changed, and the rest as before; private fields are not answered", async () => {
    const { id } = await someone();
    const changes = {
      moderated: true,
      intervened: true,
      messaging_allowed: false,
      reputation_level: "3_yellow",
      first_name: "Anna",
      email: "anna@shop.example",
      roles: ["buyer"],
    };
    const { first_name, email, ...shown } = changes;
    const answer = await change(id, changes);
    expect(answer.json()).toMatchObject({ id, site_id: "MLA", ...shown });
    for (const field of ["first_name", "last_name", "email", "phone", "address"])
      expect(answer.json()).not.toHaveProperty(field);
    const [profile] = await gateway.deps.users.findMany([id]);
    expect(profile).toMatchObject({ first_name, email, last_name: "Pérez", ...shown });
    const again = await change(id, {});
    expect(again.text).toBe(answer.text);
    const [event, ...others] = await events({ subject: `/users/${id}`, action: "user.changed" });
    expect(others).toEqual([]);
    expect(event?.details).toMatchObject({ roles: "buyer", roles_before: "seller buyer" });
    expect(JSON.stringify(event)).not.toContain("anna@");
  });

  it("gets and loses an address", async () => {
    const { id } = await someone();
    const city = { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" };
    const address = {
      address_line: "Honduras 4830",
      city,
      zip_code: "1414",
      latitude: -34.59,
      longitude: -58.43,
    };
    const phone = { area_code: "11", number: "5555-0000" };
    await change(id, { address, phone });
    const profile = async () => (await gateway.deps.users.findMany([id]))[0];
    expect(await profile()).toMatchObject({ address: { ...address, id: expect.any(Number) }, phone });
    await change(id, { address: null });
    expect(await profile()).toMatchObject({ address: null, phone });
  });

  it("has the state of their address, which stays while the city does", async () => {
    const city = { id: "TUxBQ0NBUGZlZG1sYQ", name: "Capital Federal" };
    const address = {
      address_line: "Honduras 4830",
      city,
      zip_code: "1414",
      latitude: -34.59,
      longitude: -58.43,
    };
    const state = { id: "AR-C", name: "Capital Federal" };
    const { id } = await someone({ address: { ...address, state } });
    const kept = async () => (await gateway.deps.users.findMany([id]))[0]?.address;
    expect(await kept()).toEqual({ ...address, state, id: expect.any(Number) });
    const moved = { ...address, address_line: "Gorriti 5120" };
    await change(id, { address: moved });
    expect(await kept()).toEqual({ ...moved, state, id: expect.any(Number) });
    const elsewhere = { ...address, city: { id: "TUxBQ0xBUDQxNDI", name: "La Plata" } };
    await change(id, { address: elsewhere });
    expect(await kept()).toEqual({ ...elsewhere, id: expect.any(Number) });
    await change(id, { address: { ...elsewhere, state: { id: "AR-B", name: "Buenos Aires" } } });
    expect(await kept()).toMatchObject({ state: { id: "AR-B", name: "Buenos Aires" } });
    for (const wrong of [{ id: "Buenos Aires", name: "Buenos Aires" }, { id: "AR-B" }])
      expectProblem(await change(id, { address: { ...address, state: wrong } }), 400, "bad_request");
  });

  it("is not changed by others, unknown, or changed by invalid fields", async () => {
    const { id } = demo.users.seller_mla;
    for (const by of ["seller_mla", "buyer_mla"] as const)
      expectProblem(await change(id, { moderated: false }, by), 403, "forbidden");
    expectProblem(await change(77, { moderated: true }), 404, "not_found", "User with id 77 not found");
    const invalid = [
      { nickname: "NEW" },
      { status: "deactive" },
      { moderated: "yes" },
      { roles: [] },
      { email: "" },
    ];
    for (const body of invalid) expectProblem(await change(id, body), 400, "bad_request");
  });
});

describe("the last operator", () => {
  /** The operators that can sign in, but for the demo's. */
  const operators = async () => {
    const { users } = await gateway.deps.managedUsers.list(
      { role: "operator", status: "active" },
      { limit: 100, offset: 0 },
    );
    return users.map(({ id }) => id).filter((id) => id !== demo.users.operator.id);
  };

  it("cannot be disabled or lose the role, not even when two do it to each other at once", async () => {
    for (const id of await operators()) await change(id, { roles: ["buyer"] });
    const self = demo.users.operator.id;
    for (const body of [{ status: "disabled" }, { roles: ["seller"] }]) {
      const refused = await change(self, body);
      expectProblem(refused, 409, "conflict");
    }
    expect((await change(self, { roles: ["seller", "operator"] })).status).toBe(200);
    for (let round = 0; round < 5; round++) {
      const { id: other } = await someone({ roles: ["operator"] });
      const [first, second] = await Promise.all([
        change(self, round % 2 === 0 ? { status: "disabled" } : { roles: ["buyer"] }),
        change(other, { roles: ["buyer"] }),
      ]);
      const statuses = [first?.status, second?.status];
      // The demo's operator asks for both. Where their own change comes first, the other is refused.
      expect([
        [200, 401],
        [200, 403],
        [409, 200],
        [200, 409],
      ]).toContainEqual(statuses);
      if (first?.status === 200) {
        expect(await operators()).toEqual([other]);
        await gateway.deps.managedUsers.change(self, { roles: ["operator"], status: "active" }, new Date());
        await gateway.deps.managedUsers.change(other, { roles: ["buyer"] }, new Date());
        gateway.deps.tokenCheck.forget();
        await gateway.rows("UPDATE token_families SET revoked_at = NULL WHERE user_id = $1", [self]);
      }
    }
  });

  it("is followed by another one that was named first", async () => {
    const { id } = await someone({ roles: ["operator"] });
    expect((await change(demo.users.operator.id, { roles: ["buyer"] })).status).toBe(200);
    expect(await operators()).toEqual([id]);
    // The token of the demo's operator is no operator's any more.
    expectProblem(await change(id, { moderated: true }), 403, "forbidden");
  });
});
