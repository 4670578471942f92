import { describe, expect, it } from "vitest";
import { authorized } from "./authorized.ts";
import { createClient, type Session } from "./client.ts";
import { OAuthError, type Tokens } from "./oauth.ts";
import { type Asked, fakeServer, type Reply, refused, testClock } from "./server.fixture.ts";
import { renewingTokens } from "./token-source.ts";

const server = fakeServer();
const application = { clientId: "123", clientSecret: "s3cret" };

/** A server on which access token `a<n>` came with refresh token `r<n>`; only the newest is good. */
function oneUser(newest = 2): void {
  server.answer = (asked) => (asked.path === "/oauth/token" ? refresh(asked) : use(asked));
  const use = ({ token }: Asked): Reply =>
    token === `a${newest}` ? { body: { id: 7 } } : refused(401, "invalid_token");
  const refresh = ({ body }: Asked): Reply => {
    const given = new URLSearchParams(body).get("refresh_token");
    if (given !== `r${newest - 1}`) return refused(400, "invalid_grant");
    const tokens = {
      access_token: `a${newest}`,
      refresh_token: `r${newest}`,
      expires_in: 21_600,
      user_id: 7,
    };
    return { body: tokens };
  };
}

function setUp(tokens: Tokens = { accessToken: "a1", refreshToken: "r1" }) {
  const kept: Tokens[] = [];
  const clock = testClock();
  const onTokens = (renewed: Tokens) => void kept.push(renewed);
  const auth: Session = { application, tokens, onTokens };
  return { kept, clock, client: createClient({ baseUrl: server.baseUrl, auth, clock }) };
}

const refreshes = () => server.asked.filter(({ path }) => path === "/oauth/token");

describe("tokens", () => {
  it("are sent with every request", async () => {
    oneUser();
    const { client } = setUp({ accessToken: "a2" });
    expect((await client.GET("/users/me")).data).toEqual({ id: 7 });
    expect(server.asked.map(({ token }) => token)).toEqual(["a2"]);
  });

  it("that are refused are renewed once, and the request is sent again", async () => {
    oneUser();
    const { client, kept, clock } = setUp();
    expect((await client.GET("/users/me")).data).toEqual({ id: 7 });
    expect(kept).toEqual([
      { accessToken: "a2", refreshToken: "r2", expiresAt: clock.time + 21_600_000, userId: 7 },
    ]);
    expect(new URLSearchParams(refreshes()[0]?.body).get("client_secret")).toBe("s3cret");
  });

  it("are renewed by one refresh however many calls find them spent at once", async () => {
    oneUser();
    const { client, kept } = setUp();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.GET("/users/me")));
    expect(answers.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    expect(refreshes()).toHaveLength(1);
    expect(kept).toHaveLength(1);
  });

  it("are not renewed again by a call whose 401 arrives after the renewal", async () => {
    oneUser();
    const { client } = setUp();
    let release = () => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { answer } = server;
    server.answer = async (asked) => {
      if (asked.path === "/sites" && asked.token === "a1") await late;
      return answer(asked);
    };
    const slow = client.GET("/sites");
    await client.GET("/users/me");
    release();
    expect((await slow).response.status).toBe(200);
    expect(refreshes()).toHaveLength(1);
  });

  it("close to their end are renewed before they are sent", async () => {
    oneUser();
    const expiresAt = testClock().time + 59_000;
    const { client } = setUp({ accessToken: "a1", refreshToken: "r1", expiresAt });
    await Promise.all([client.GET("/users/me"), client.GET("/users/me")]);
    expect(server.asked.map(({ token }) => token)).toEqual([undefined, "a2", "a2"]);
  });

  it("are kept before the first request carries them", async () => {
    oneUser();
    const order: string[] = [];
    const onTokens = async () => void order.push(`kept after ${server.asked.length} requests`);
    const auth = { application, tokens: { accessToken: "a1", refreshToken: "r1" }, onTokens };
    await createClient({ baseUrl: server.baseUrl, auth }).GET("/users/me");
    expect(order).toEqual(["kept after 2 requests"]);
  });

  it("that could not be stored are stored before anything is sent with them", async () => {
    oneUser();
    const told: string[] = [];
    const onTokens = async ({ accessToken }: Tokens) => {
      told.push(`${accessToken} after ${server.asked.length} requests`);
      if (told.length === 1) throw new Error("the store is down");
    };
    const auth = { application, tokens: { accessToken: "a1", refreshToken: "r1" }, onTokens };
    const client = createClient({ baseUrl: server.baseUrl, auth });
    await expect(client.GET("/users/me")).rejects.toThrow("the store is down");
    expect((await client.GET("/users/me")).response.status).toBe(200);
    expect(told).toEqual(["a2 after 2 requests", "a2 after 2 requests"]);
    expect(refreshes()).toHaveLength(1);
  });

  it("leave a call that is aborted while they are renewed, and are renewed for the others", async () => {
    oneUser();
    const { client } = setUp();
    const { answer } = server;
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.answer = async (each) => {
      if (each.path !== "/oauth/token") return answer(each);
      asked.resolve();
      await late.promise;
      return answer(each);
    };
    const ending = new AbortController();
    const aborted = client.GET("/users/me", { signal: ending.signal });
    const other = client.GET("/users/me");
    await asked.promise;
    ending.abort(new Error("no longer"));
    await expect(aborted).rejects.toThrow("no longer");
    late.resolve();
    expect((await other).response.status).toBe(200);
    expect(refreshes()).toHaveLength(1);
  });

  it("send a POST's body again with the new one", async () => {
    oneUser();
    const { client } = setUp();
    const body = { item_id: "MLA1400000019", text: "Hola" };
    await client.POST("/questions", { body });
    const asked = server.asked.filter(({ path }) => path === "/questions");
    expect(asked.map((each) => JSON.parse(each.body))).toEqual([body, body]);
  });
});

describe("a refresh that the server refuses", () => {
  it("reaches every caller, and is not tried again: the token is spent", async () => {
    oneUser(5);
    const { client } = setUp();
    const calls = await Promise.allSettled([client.GET("/users/me"), client.GET("/users/me")]);
    for (const call of calls) expect(call).toMatchObject({ reason: { error: "invalid_grant", status: 400 } });
    await expect(client.GET("/users/me")).rejects.toBeInstanceOf(OAuthError);
    expect(refreshes()).toHaveLength(1);
  });

  it("because it is down is tried again by the next call", async () => {
    oneUser();
    const { answer } = server;
    server.answer = (asked) =>
      asked.path === "/oauth/token" && refreshes().length === 1
        ? refused(503, "service_unavailable")
        : answer(asked);
    const { client } = setUp();
    await expect(client.GET("/users/me")).rejects.toThrow("refused: service_unavailable");
    expect((await client.GET("/users/me")).response.status).toBe(200);
  });
});

/** A token that may be replaced by another. */
const spare = () =>
  renewingTokens({
    tokens: { accessToken: "a1", refreshToken: "r1" },
    renew: async () => ({ accessToken: "a2" }),
    onTokens: () => undefined,
    now: () => 0,
  });

describe("an answer that does not tell an unknown token from a user who may not", () => {
  const flex = "/flex/sites/{site_id}/items/{item_id}/v2";
  const params = { path: { site_id: "MLA", item_id: "MLA1400000019" } };
  const wrongToken: Reply = { status: 403, body: { message: "wrong access token", error: "forbidden" } };
  /** `isSeller`: what the switch says of a known token. */
  function withSwitch(isSeller: boolean): void {
    oneUser();
    const { answer } = server;
    server.answer = (asked) => {
      if (!asked.path.startsWith("/flex")) return answer(asked);
      return isSeller && asked.token === "a2" ? { body: { has_flex: true } } : wrongToken;
    };
  }

  it("is asked about, and the request is sent again with a new token", async () => {
    withSwitch(true);
    const { client } = setUp();
    expect((await client.GET(flex, { params })).data).toEqual({ has_flex: true });
    expect(refreshes()).toHaveLength(1);
  });

  it("renews nothing for a user who is not the seller", async () => {
    withSwitch(false);
    const { client } = setUp({ accessToken: "a2", refreshToken: "r2" });
    expect((await client.GET(flex, { params })).response.status).toBe(403);
    expect(refreshes()).toHaveLength(0);
  });

  it("is the caller's when the question about it fails", async () => {
    withSwitch(false);
    const send = authorized(
      (request) =>
        request.url.endsWith("/users/me") ? Promise.reject(new Error("cut off")) : fetch(request),
      spare(),
      server.baseUrl,
    );
    const refusal = await send(new Request(`${server.baseUrl}/flex/sites/MLA/items/MLA1400000019/v2`));
    expect([refusal.status, await refusal.json()]).toEqual([403, wrongToken.body]);
  });

  it("is not waited for by a caller who has left", async () => {
    withSwitch(false);
    const leaving = new AbortController();
    const send = authorized(
      (request) => {
        if (!request.url.endsWith("/users/me")) return fetch(request);
        leaving.abort(new Error("no longer"));
        return Promise.reject(request.signal.reason);
      },
      spare(),
      server.baseUrl,
    );
    const { signal } = leaving;
    const asked = send(new Request(`${server.baseUrl}/flex/sites/MLA/items/MLA1400000019/v2`, { signal }));
    await expect(asked).rejects.toThrow("no longer");
  });

  it("goes to the caller when there is no other token", async () => {
    withSwitch(false);
    const client = createClient({ baseUrl: server.baseUrl, auth: "a1" });
    expect((await client.GET(flex, { params })).response.status).toBe(403);
    expect(server.asked).toHaveLength(1);
  });

  it("may be one to HEAD, which has no body", async () => {
    oneUser();
    const send = authorized((request) => fetch(request), spare(), server.baseUrl);
    const answer = await send(new Request(`${server.baseUrl}/items/MLA1400000019`, { method: "HEAD" }));
    expect(answer.status).toBe(200);
  });
});

describe("a 401", () => {
  it("without a way to renew is the caller's", async () => {
    oneUser();
    const { client } = setUp({ accessToken: "a1" });
    expect((await client.GET("/users/me")).error?.error).toBe("invalid_token");
  });

  it("for a missing scope renews nothing", async () => {
    server.answer = () => refused(401, "unauthorized");
    const { client } = setUp();
    expect((await client.GET("/users/me")).response.status).toBe(401);
    expect(refreshes()).toHaveLength(0);
  });
});
