import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../../audit/audit.fixture.ts";
import { startGateway } from "../../gateway.fixture.ts";
import { alertOf } from "../browser.fixture.ts";
import { startFakeIssuer } from "./fake-issuer.fixture.ts";
import { signInsAt } from "./oidc.fixture.ts";

const issuer = await startFakeIssuer();
const gateway = await startGateway({ config: { ...issuer.settings, oidcLinkByEmail: true } });
const withoutEmail = await startGateway({ config: issuer.settings });
const withPasswords = await startGateway({ config: { signIn: "password" } });
const { http, demo, bearer, clock, rows } = gateway;
const { signIn, signedInAs, newBrowser } = signInsAt(gateway, issuer);
const { events } = auditOf(gateway);
const { buyer_mla: buyer, seller_mla: seller, operator } = demo.users;
type Name = keyof typeof demo.users;

const pathOf = (id: number) => `/users/${id}/identities`;
const link = (id: number, body: unknown, by: Name = "operator") =>
  http.post(pathOf(id), { ...bearer(by), body });
const unlink = (id: number, identity: number, by: Name = "operator") =>
  http.delete(`${pathOf(id)}/${identity}`, bearer(by));

async function giveTokensBack(id: number): Promise<void> {
  await rows("UPDATE token_families SET revoked_at = NULL WHERE user_id = $1", [id]);
  gateway.deps.tokenCheck.forget();
}

describe("a person linked by an operator", () => {
  it("is the user from then on, and is in the audit log", async () => {
    const answer = await link(buyer.id, { subject: "person-1" });
    expect([answer.status, answer.json()]).toEqual([
      201,
      {
        id: expect.any(Number),
        user_id: buyer.id,
        issuer: issuer.address,
        subject: "person-1",
        date_created: clock.now().toISOString(),
      },
    ]);
    const browser = newBrowser();
    expect((await signIn(browser, { sub: "person-1" })).status).toBe(302);
    expect(await signedInAs(browser)).toBe(buyer.nickname);
    const { id } = answer.json<{ id: number }>();
    const [event] = await events({ action: "identity.linked" });
    expect(event).toMatchObject({
      actor_id: operator.id,
      subject: `${pathOf(buyer.id)}/${id}`,
      details: { issuer: issuer.address, subject: "person-1" },
    });
  });

  it("is a person of that issuer only, whichever way its address ends", async () => {
    const elsewhere = { subject: "person-2", issuer: "https://other.example/" };
    const answer = await link(seller.id, elsewhere);
    expect(answer.json()).toMatchObject({ issuer: "https://other.example" });
    expectProblem(await link(buyer.id, { ...elsewhere, issuer: "https://other.example" }), 409, "conflict");
    expect((await signIn(newBrowser(), { sub: "person-2" })).status).toBe(403);
  });

  it("is one user only, also when two operators link them at once", async () => {
    const answers = await Promise.all(
      [buyer.id, seller.id, buyer.id].map((id) => link(id, { subject: "person-3" })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  it("is shown to the user and to operators", async () => {
    for (const by of ["buyer_mla", "operator"] as const) {
      const answer = await http.get(pathOf(buyer.id), bearer(by));
      expect(answer.json<{ subject: string }[]>().map(({ subject }) => subject)).toContain("person-1");
    }
    expectProblem(await http.get(pathOf(buyer.id), bearer("seller_mla")), 403, "forbidden");
    expectProblem(await http.get(pathOf(77), bearer("operator")), 404, "not_found");
  });

  it("is not the user any more once the link is taken back, and their sessions end", async () => {
    const { id } = (await link(seller.id, { subject: "person-4" })).json<{ id: number }>();
    const browser = newBrowser();
    await signIn(browser, { sub: "person-4" });
    expect(await signedInAs(browser)).toBe(seller.nickname);
    expectProblem(await unlink(buyer.id, id), 404, "not_found", `Identity with id ${id} not found`);
    expectProblem(await unlink(seller.id, id, "seller_mla"), 403, "forbidden", "Only operators may do this");
    expect((await unlink(seller.id, id)).status).toBe(204);
    expect(await signedInAs(browser)).toBeUndefined();
    expect((await signIn(newBrowser(), { sub: "person-4" })).status).toBe(403);
    expectProblem(await unlink(seller.id, id), 404, "not_found");
    expect(await events({ action: "identity.unlinked" })).toHaveLength(1);
    await giveTokensBack(seller.id);
  });

  it("takes the user's tokens along when the link is taken back, unless they are to stay", async () => {
    const linked = async (subject: string) => (await link(buyer.id, { subject })).json<{ id: number }>().id;
    const works = async () => (await http.get("/users/me", bearer("buyer_mla"))).status;
    const kept = `${pathOf(buyer.id)}/${await linked("person-6")}?revoke_tokens=false`;
    expect((await http.delete(kept, bearer("operator"))).status).toBe(204);
    expect(await works()).toBe(200);
    expect((await unlink(buyer.id, await linked("person-7"))).status).toBe(204);
    expect(await works()).toBe(401);
    await giveTokensBack(buyer.id);
  });

  it("does not sign in any more once their user is disabled", async () => {
    const { id } = demo.users.seller_mlc;
    await link(id, { subject: "person-5" });
    const browser = newBrowser();
    await signIn(browser, { sub: "person-5" });
    const body = { status: "disabled" };
    expect((await http.put(`/users/${id}`, { ...bearer("operator"), body })).status).toBe(200);
    expect(await signedInAs(browser)).toBeUndefined();
    const refused = await signIn(browser, { sub: "person-5" });
    expect([refused.status, alertOf(refused)]).toEqual([403, "Your user may not sign in any more."]);
    expect(await signedInAs(browser)).toBeUndefined();
    await http.put(`/users/${id}`, { ...bearer("operator"), body: { status: "active" } });
  });

  it("is linked by operators only, and by what can be a subject", async () => {
    for (const by of ["buyer_mla", "seller_mla"] as const)
      expectProblem(await link(buyer.id, { subject: "x" }, by), 403, "forbidden");
    expectProblem(await link(77, { subject: "x" }), 404, "not_found", "User with id 77 not found");
    const invalid = [
      {},
      { subject: "" },
      { subject: "ñ" },
      { subject: "x".repeat(256) },
      { subject: "x", issuer: "other.example" },
      { subject: "x", issuer: "ftp://other.example" },
      { subject: "x", user: 1 },
    ];
    for (const body of invalid) expectProblem(await link(buyer.id, body), 400, "bad_request");
  });
});

describe("a verified e-mail address, where OIDC_LINK_BY_EMAIL is on,", () => {
  const emailOf = async (id: number) =>
    (await rows<{ email: string }>("SELECT email FROM users WHERE id = $1", [id]))[0]?.email ?? "";
  const linked = async (id: number) =>
    (await rows<{ subject: string }>("SELECT subject FROM identities WHERE user_id = $1", [id])).map(
      ({ subject }) => subject,
    );

  it("links its user once; another person with the address is nobody", async () => {
    const { id, nickname } = demo.users.buyer2_mla;
    const email = (await emailOf(id)).toUpperCase();
    const browser = newBrowser();
    const answer = await signIn(browser, { sub: "by-email", email, email_verified: true });
    expect([answer.status, await signedInAs(browser)]).toEqual([302, nickname]);
    expect((await signIn(newBrowser(), { sub: "impostor", email, email_verified: true })).status).toBe(403);
    expect((await signIn(newBrowser(), { sub: "by-email", email: "new@example.com" })).status).toBe(302);
    expect(await linked(id)).toEqual(["by-email"]);
    const [event] = await events({ subject: `/users/${id}`, action: "identity.linked" });
    expect(event).toMatchObject({ actor_id: null, details: { by_email: true, subject: "by-email" } });
    expect(JSON.stringify(event)).not.toContain(email);
  });

  it("is also read where the issuer has its user information", async () => {
    const { id } = demo.users.seller_mlb;
    const userInfo = { email: await emailOf(id), email_verified: "true" };
    expect((await signIn(newBrowser(), { sub: "by-user-info" }, userInfo)).status).toBe(302);
    expect(await linked(id)).toEqual(["by-user-info"]);
  });

  it("links one of two people who come with it at once", async () => {
    const { id } = demo.users.buyer_mlc;
    const email = await emailOf(id);
    const people = ["first", "second", "third", "fourth"].map((sub) => ({
      sub,
      email,
      email_verified: true,
    }));
    const answers = await Promise.all(people.map((told) => signIn(newBrowser(), told)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 403, 403, 403]);
    expect(await linked(id)).toHaveLength(1);
  });

  it("links no disabled user", async () => {
    const { id } = demo.users.no_messaging_mla;
    const email = await emailOf(id);
    const set = (status: string) => http.put(`/users/${id}`, { ...bearer("operator"), body: { status } });
    await set("disabled");
    expect((await signIn(newBrowser(), { sub: "gone", email, email_verified: true })).status).toBe(403);
    await set("active");
    expect(await linked(id)).toEqual([]);
  });

  it("links nobody when it is not verified, shared, unknown or an operator's", async () => {
    const [one, other] = [demo.users.seller2_mla.id, demo.users.seller_mlc.id];
    const own = await emailOf(one);
    for (const told of [{ email: own }, { email: own, email_verified: false }, { email_verified: true }])
      expect((await signIn(newBrowser(), { sub: "nobody", ...told })).status).toBe(403);
    await rows("UPDATE users SET email = $2 WHERE id = $1", [other, own.toUpperCase()]);
    for (const email of [own, "unknown@example.com", await emailOf(operator.id)])
      expect((await signIn(newBrowser(), { sub: "nobody", email, email_verified: true })).status).toBe(403);
    for (const id of [one, operator.id]) expect(await linked(id)).toEqual([]);
    expect(await linked(other)).not.toContain("nobody");
  });
});

it("without the setting an e-mail address links nobody, and without an issuer one has to be named", async () => {
  const { id: unlinked } = withoutEmail.demo.users.buyer_mla;
  const stored = "SELECT email FROM users WHERE id = $1";
  const [user] = await withoutEmail.rows<{ email: string }>(stored, [unlinked]);
  const told = { sub: "x", email: user?.email, email_verified: true };
  const visits = signInsAt(withoutEmail, issuer);
  expect((await visits.signIn(visits.newBrowser(), told)).status).toBe(403);
  const { id } = withPasswords.demo.users.buyer_mla;
  const ask = (body: object) =>
    withPasswords.http.post(pathOf(id), { ...withPasswords.bearer("operator"), body });
  expectProblem(await ask({ subject: "x" }), 400, "bad_request", /^Invalid body.issuer: /);
  expect((await ask({ subject: "x", issuer: "https://issuer.example" })).status).toBe(201);
});
