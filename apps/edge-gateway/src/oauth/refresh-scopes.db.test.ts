import { expectErrorBody } from "@marketplace/testkit";
import { describe, expect, it } from "vitest";
import { startGateway } from "../gateway.fixture.ts";

const { http, demo, deps } = await startGateway();

interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

const asked = (fields: Record<string, string>) => {
  const { client_id, client_secret } = demo.applications.default;
  return http.post("/oauth/token", { body: { client_id, client_secret, ...fields } });
};
const granted = async (scope: string) =>
  (await asked({ grant_type: "client_credentials", scope })).json<Tokens>();
const refreshed = (refresh_token: string, scope?: string) =>
  asked({ grant_type: "refresh_token", refresh_token, ...(scope !== undefined && { scope }) });
const scopesOf = async ({ access_token }: Tokens) => {
  const { authentication } = await deps.tokenCheck.check(access_token);
  return authentication.kind === "caller" ? authentication.caller.scopes : authentication.kind;
};

describe("a refresh for fewer scopes", () => {
  it("gives an access token of these, and says so", async () => {
    const first = await granted("read write offline_access");
    const second = (await refreshed(first.refresh_token, "read offline_access")).json<Tokens>();
    expect(second.scope).toBe("read offline_access");
    expect(await scopesOf(second)).toEqual(["read", "offline_access"]);
  });

  it("does not end the session when offline_access is not among them", async () => {
    const first = await granted("read write offline_access");
    const second = (await refreshed(first.refresh_token, "read")).json<Tokens>();
    expect(second).toMatchObject({ scope: "read", refresh_token: expect.stringMatching(/^TG-/) });
    expect(await scopesOf(second)).toEqual(["read"]);
    expect((await refreshed(second.refresh_token)).status).toBe(200);
  });

  it("loses nothing of the grant: the next refresh may have all of it again", async () => {
    let { refresh_token } = await granted("read write offline_access");
    for (const scope of ["read", "write", "offline_access", "read write"])
      ({ refresh_token } = (await refreshed(refresh_token, scope)).json<Tokens>());
    const whole = (await refreshed(refresh_token)).json<Tokens>();
    expect(whole.scope).toBe("read write offline_access");
    expect(await scopesOf(whole)).toEqual(["read", "write", "offline_access"]);
  });
});

describe("a refresh for more scopes than were granted", () => {
  it.each(["write", "read write", "read offline_access write", "root"])(
    "is refused, and the refresh token is not spent by it: %s",
    async (scope) => {
      const first = await granted("read offline_access");
      const fewer = (await refreshed(first.refresh_token, "read")).json<Tokens>();
      const answer = await refreshed(fewer.refresh_token, scope);
      expectErrorBody(answer, {
        status: 400,
        error: "invalid_scope",
        extraFields: ["error_description"],
      });
      expect((await refreshed(fewer.refresh_token)).json()).toMatchObject({ scope: "read offline_access" });
    },
  );
});
