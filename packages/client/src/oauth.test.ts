import { expect, it } from "vitest";
import { exchangeCode, OAuthError } from "./index.ts";
import { fakeServer, refused } from "./server.fixture.ts";

const server = fakeServer();
const grant = {
  application: { clientId: "123", clientSecret: "s3cret" },
  code: "TG-1",
  redirectUri: "http://localhost:3000/callback",
};

it("an authorization code becomes tokens", async () => {
  const body = { access_token: "a", refresh_token: "r", expires_in: 21_600, user_id: 7, scope: "read" };
  server.answer = () => ({ body });
  const tokens = await exchangeCode({ ...grant, baseUrl: `${server.baseUrl}/`, codeVerifier: "v" });
  expect(tokens).toMatchObject({ accessToken: "a", refreshToken: "r", userId: 7 });
  expect(server.asked[0]?.path).toBe("/oauth/token");
  expect(Object.fromEntries(new URLSearchParams(server.asked[0]?.body))).toEqual({
    grant_type: "authorization_code",
    code: "TG-1",
    redirect_uri: "http://localhost:3000/callback",
    code_verifier: "v",
    client_id: "123",
    client_secret: "s3cret",
  });
});

it("an error is an OAuthError with the server's code", async () => {
  server.answer = () => refused(400, "invalid_grant");
  const error = await exchangeCode({ ...grant, baseUrl: server.baseUrl }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(OAuthError);
  expect(error).toMatchObject({ status: 400, error: "invalid_grant", message: "refused: invalid_grant" });
});

it("an answer that is no JSON is an OAuthError too", async () => {
  server.answer = () => ({ status: 502, headers: { "Content-Type": "text/html" }, body: "<html>" });
  await expect(exchangeCode({ ...grant, baseUrl: server.baseUrl })).rejects.toMatchObject({
    error: "unknown",
  });
});
