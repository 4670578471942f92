import { expectProblem } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo, clock, deps } = await startGateway();
const { client_id, client_secret } = demo.applications.default;

const causesOf = async (token: string) => {
  const answer = await http.get("/users/me", { headers: { Authorization: `Bearer ${token}` } });
  return expectProblem(answer, 401, "invalid_token", "invalid access token").cause;
};

describe("a refused token", () => {
  it.each([
    ["expired", demo.tokens.expired, "the access token has expired: get a new one"],
    ["revoked", demo.tokens.revoked, "the access token was revoked: the user has to allow"],
    ["unknown", `APP_USR-1-${"0".repeat(48)}-2`, "no such access token was issued here: get one"],
    ["unknown", "garbage", "no such access token was issued here: get one"],
  ])("that is %s is told so, with what to do", async (why, token, message) => {
    expect(await causesOf(token)).toEqual([
      { code: `${why}_token`, message: expect.stringContaining(message), references: ["access_token"] },
    ]);
  });

  it("of the older query parameter hears the same", async () => {
    const answer = await http.get(`/users/me?access_token=${demo.tokens.expired}`);
    expect(answer.headers["www-authenticate"]).toMatch(
      /^Bearer error="invalid_token", error_description=".*expired/,
    );
  });

  it("is known as expired for a week, also after purges", async () => {
    const fields = { grant_type: "client_credentials", client_id, client_secret };
    const asked = await http.post(`/oauth/token?${new URLSearchParams(fields)}`);
    const { access_token } = asked.json<{ access_token: string }>();
    clock.advance(6 * 86_400_000);
    await deps.purge();
    expect(await causesOf(access_token)).toMatchObject([{ code: "expired_token" }]);
    clock.advance(2 * 86_400_000);
    await deps.purge();
    expect(await causesOf(access_token)).toMatchObject([{ code: "unknown_token" }]);
  });
});
