import { describe, expect, test } from "vitest";
import { applications, base, users } from "./sockets.ts";
import { expectWellAfterwards } from "./vitals.ts";

expectWellAfterwards();

const { client_id, client_secret, redirect_uri } = applications.default;
const application = `/users/${users.seller_mla.id}/applications/${client_id}`;

interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

interface Person {
  id: number;
  access_token: string;
}

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}` });

async function newUser(): Promise<Person> {
  const headers = { ...headersOf(users.seller_mla.access_token), "Content-Type": "application/json" };
  const answer = await fetch(`${base}/users/test_user`, {
    method: "POST",
    headers,
    body: '{"site_id":"MLA"}',
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Person;
}

/** The code that the consent page's form gives a user who allows everything. */
async function codeOf({ id }: Person): Promise<string> {
  const fields = { response_type: "code", client_id, redirect_uri, user_id: `${id}`, decision: "allow" };
  const body = new URLSearchParams(fields);
  const { headers } = await fetch(`${base}/authorization`, { method: "POST", body, redirect: "manual" });
  return new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
}

async function asked(fields: Record<string, string>): Promise<{ status: number; body: Tokens & Failure }> {
  const body = new URLSearchParams({ client_id, client_secret, ...fields });
  const answer = await fetch(`${base}/oauth/token`, { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as Tokens & Failure };
}

interface Failure {
  error: string;
}

const exchange = (code: string) => asked({ grant_type: "authorization_code", code, redirect_uri });
const refresh = (refresh_token: string, scope = "") =>
  asked({ grant_type: "refresh_token", refresh_token, scope });
const withdraw = async ({ id, access_token }: Person) => {
  const path = `${base}/users/${id}/applications/${client_id}`;
  return (await fetch(path, { method: "DELETE", headers: headersOf(access_token) })).status;
};
const statusFor = async (token: string, path = "/users/me", method = "GET") =>
  (await fetch(base + path, { method, headers: headersOf(token) })).status;

describe("a permission that was taken back", () => {
  test("does not come back by a code from before", async () => {
    const user = await newUser();
    const codes = [await codeOf(user), await codeOf(user)];
    expect(await withdraw(user)).toBe(200);
    for (const code of codes) expect((await exchange(code)).body.error).toBe("invalid_grant");
  });

  test("leaves no token that works, whenever its codes and refresh tokens are used meanwhile", async () => {
    for (let round = 0; round < 5; round++) {
      const user = await newUser();
      const held = (await exchange(await codeOf(user))).body;
      const codes = await Promise.all([1, 2, 3].map(() => codeOf(user)));
      const [withdrawn, ...answers] = await Promise.all([
        withdraw(user),
        ...codes.map(exchange),
        refresh(held.refresh_token),
      ]);
      expect(withdrawn).toBe(200);
      for (const { status, body } of [...answers, { status: 200, body: held }])
        if (status === 200) expect(await statusFor(body.access_token)).toBe(401);
        else expect(body.error).toBe("invalid_grant");
    }
  });

  test("is not another's to take back", async () => {
    const stranger = await newUser();
    expect(await statusFor(stranger.access_token, application, "DELETE")).toBe(403);
  });
});

describe("a refresh for less", () => {
  test("gives less for once, and neither ends the session nor loses anything for good", async () => {
    const first = (await exchange(await codeOf(await newUser()))).body;
    const narrow = (await refresh(first.refresh_token, "read")).body;
    expect(narrow.scope).toBe("read");
    expect(await statusFor(narrow.access_token)).toBe(200);
    expect(await statusFor(narrow.access_token, "/questions", "POST")).toBe(403);
    const beyond = await refresh(narrow.refresh_token, "read admin");
    expect([beyond.status, beyond.body.error]).toEqual([400, "invalid_scope"]);
    expect((await refresh(narrow.refresh_token)).body.scope).toBe(first.scope);
  });

  test("does not let a narrower grant grow", async () => {
    const granted = await asked({ grant_type: "client_credentials", scope: "read offline_access" });
    const narrow = (await refresh(granted.body.refresh_token, "read")).body;
    expect((await refresh(narrow.refresh_token, "write")).body.error).toBe("invalid_scope");
    expect((await refresh(narrow.refresh_token)).body.scope).toBe("read offline_access");
  });
});
