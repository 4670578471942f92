import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { auditOf } from "../audit/audit.fixture.ts";
import { startGateway } from "../gateway.fixture.ts";
import { checkPassword } from "../sign-in/password-check.service.ts";

const gateway = await startGateway();
const { http, demo, deps, bearer } = gateway;
const { events } = auditOf(gateway);
type Name = keyof typeof demo.users;

const next = "an even finer password";
const change = (of: Name, by: Name, body: unknown) =>
  http.put(`/users/${demo.users[of].id}/password`, { ...bearer(by), body });
const signsIn = async (name: Name, password: string) => {
  const { nickname: login } = demo.users[name];
  const claim = { login, password, browser: undefined, network: "203.0.113.1" };
  return (await checkPassword(deps, claim)).kind === "proven";
};

describe("a password", () => {
  it("is changed by a user who knows the present one, and their sessions end", async () => {
    const { id, password } = demo.users.buyer_mla;
    const opened = await deps.sessions.start({ userId: id, method: "password" });
    const answer = await change("buyer_mla", "buyer_mla", { current_password: password, password: next });
    expect({ status: answer.status, body: answer.json() }).toEqual({ status: 200, body: { user_id: id } });
    expect([await signsIn("buyer_mla", next), await signsIn("buyer_mla", password)]).toEqual([true, false]);
    expect(await deps.sessions.find(opened?.session ?? "")).toBeUndefined();
    const [event] = await events({ action: "password.changed" });
    expect(event).toMatchObject({
      actor_id: id,
      subject: `/users/${id}`,
      details: { generated: false, revoke_tokens: false },
    });
    expect(await gateway.dump()).not.toContain(next);
  });

  it("stays when the present one is wrong or missing, and guesses are throttled", async () => {
    const guess = () => change("buyer_mlb", "buyer_mlb", { current_password: "a guess", password: next });
    expectProblem(await guess(), 403, "forbidden", "The current password is wrong");
    const { password } = demo.users.buyer_mlb;
    for (const body of [{ password: next }, { current_password: password }, {}])
      expectProblem(await change("buyer_mlb", "buyer_mlb", body), 400, "bad_request");
    const statuses = [];
    for (let round = 0; round < 20; round++) statuses.push((await guess()).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await guess()).headers["retry-after"]).toMatch(/^\d+$/);
    expect(await signsIn("buyer_mlb", next)).toBe(false);
  });

  it("ends the user's tokens when an operator sets it, and by their own change only if they ask", async () => {
    const works = async (name: Name) => (await http.get("/users/me", bearer(name))).status;
    const { id, password } = demo.users.buyer2_mla;
    expect((await change("buyer2_mla", "operator", { password, revoke_tokens: false })).status).toBe(200);
    const own = (more: object) =>
      http.put(`/users/${id}/password`, {
        ...bearer("buyer2_mla"),
        body: { current_password: password, password, ...more },
      });
    expect((await own({})).status).toBe(200);
    expect(await works("buyer2_mla")).toBe(200);
    expect((await own({ revoke_tokens: true })).status).toBe(200);
    expect(await works("buyer2_mla")).toBe(401);
    expect(await works("new_user_mla")).toBe(200);
    expect((await change("new_user_mla", "operator", {})).status).toBe(200);
    expect(await works("new_user_mla")).toBe(401);
  });

  it("is changed while others have locked the account out, which ends with it", async () => {
    const { nickname, password } = demo.users.seller2_mla;
    const claim = { login: nickname, browser: undefined };
    const guess = (text: string, network: string) =>
      checkPassword(deps, { ...claim, password: text, network });
    for (let round = 0; round < 6; round++) await guess("a guess", `198.51.100.${round}`);
    expect((await guess(password, "203.0.113.9")).kind).toBe("blocked");
    const answer = await change("seller2_mla", "seller2_mla", { current_password: password, password: next });
    expect(answer.status).toBe(200);
    expect((await guess(next, "203.0.113.9")).kind).toBe("proven");
  });

  it("leaves no code that a session got before usable", async () => {
    const { client_id, client_secret, redirect_uri } = demo.applications.default;
    const { id } = demo.users.seller_mlb;
    const request = {
      response_type: "code",
      client_id,
      redirect_uri,
      user_id: String(id),
      decision: "allow",
    };
    const form = {
      body: new URLSearchParams(request).toString(),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    };
    const { location = "" } = (await http.post("/authorization", form)).headers;
    const code = new URL(location).searchParams.get("code") ?? "";
    expect((await change("seller_mlb", "operator", { password: next })).status).toBe(200);
    const grant = { grant_type: "authorization_code", client_id, client_secret, redirect_uri, code };
    expect((await http.post("/oauth/token", { body: grant })).json()).toMatchObject({
      error: "invalid_grant",
    });
  });

  it("is set or generated by operators, but their own only with the present one", async () => {
    const set = await change("buyer_mlc", "operator", { password: next });
    expect(set.json()).toEqual({ user_id: demo.users.buyer_mlc.id });
    expect(await signsIn("buyer_mlc", next)).toBe(true);
    const minted = (await change("buyer_mlc", "operator", {})).json<{ password: string }>().password;
    expect([await signsIn("buyer_mlc", minted), await signsIn("buyer_mlc", next)]).toEqual([true, false]);
    expectProblem(await change("operator", "operator", { password: next }), 400, "bad_request");
    const unknown = await http.put("/users/77/password", { ...bearer("operator"), body: {} });
    expectProblem(unknown, 404, "not_found");
  });

  it("is nobody else's to set, and too short ones are refused", async () => {
    expectProblem(await change("seller_mla", "buyer_mla", { password: next }), 403, "forbidden");
    expectProblem(await change("seller_mla", "operator", { password: "short" }), 400, "bad_request");
    expect(await signsIn("seller_mla", demo.users.seller_mla.password)).toBe(true);
  });
});
