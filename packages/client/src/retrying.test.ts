import { describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { fakeServer, refused, testClock } from "./server.fixture.ts";

const server = fakeServer();

/** Answers 503 or 429 so many times, then well. */
function refuseFirst(times: number, status = 503, headers: Record<string, string> = {}): void {
  server.answer = () =>
    server.asked.length <= times ? refused(status, "service_unavailable", headers) : { body: { id: 7 } };
}

function setUp(random = 1) {
  const clock = testClock();
  const { baseUrl } = server;
  return { clock, client: createClient({ baseUrl, auth: "t", clock, random: () => random }) };
}

describe("a request that is refused for now", () => {
  it.each([429, 503])("is repeated after %i, with pauses that double", async (status) => {
    refuseFirst(3, status);
    const { client, clock } = setUp();
    expect((await client.GET("/users/me")).data).toEqual({ id: 7 });
    expect(clock.waits).toEqual([200, 400, 800]);
  });

  it("is spread by chance", async () => {
    refuseFirst(2);
    const { client, clock } = setUp(0.25);
    await client.GET("/users/me");
    expect(clock.waits).toEqual([50, 100]);
  });

  it("waits as many seconds as the server asks for, and its share of the spreading", async () => {
    refuseFirst(1, 429, { "Retry-After": "7" });
    const { client, clock } = setUp();
    await client.GET("/users/me");
    expect(clock.waits).toEqual([7200]);
  });

  it("waits until the date that the server names", async () => {
    refuseFirst(1, 503, { "Retry-After": "Tue, 10 Mar 2026 15:00:05 GMT" });
    const { client, clock } = setUp(0);
    await client.GET("/users/me");
    expect(clock.waits).toEqual([5000]);
  });

  it("comes back to the caller when the server asks for more patience than the policy has", async () => {
    refuseFirst(1, 429, { "Retry-After": "3600" });
    const { client, clock } = setUp();
    expect((await client.GET("/users/me")).response.status).toBe(429);
    expect(clock.waits).toEqual([]);
  });

  it("comes back to the caller after the last attempt", async () => {
    refuseFirst(99);
    const { client } = setUp();
    const { error, response } = await client.GET("/users/me");
    expect(response.status).toBe(503);
    expect(error?.error).toBe("service_unavailable");
    expect(server.asked).toHaveLength(4);
  });

  it("stops waiting when the caller gives up", async () => {
    refuseFirst(99);
    const { client, clock } = setUp();
    const gone = new AbortController();
    clock.wait = async (_ms, signal) => {
      gone.abort(new Error("enough"));
      signal.throwIfAborted();
    };
    await expect(client.GET("/users/me", { signal: gone.signal })).rejects.toThrow("enough");
    expect(server.asked).toHaveLength(1);
  });
});

describe("a request that is not repeated", () => {
  const body = { item_id: "MLA1400000019", text: "Hola" };

  it("is a POST, for it may have done its work", async () => {
    refuseFirst(1);
    const { client } = setUp();
    expect((await client.POST("/questions", { body })).response.status).toBe(503);
    expect(server.asked).toHaveLength(1);
  });

  it("unless its Idempotency-Key makes the repetition harmless; its body is sent again", async () => {
    refuseFirst(1);
    const { client } = setUp();
    const params = { header: { "Idempotency-Key": "k1" } };
    expect((await client.POST("/questions", { body, params })).response.status).toBe(200);
    expect(server.asked.map((asked) => JSON.parse(asked.body))).toEqual([body, body]);
  });

  it("is one that failed for good", async () => {
    server.answer = () => refused(500, "internal_server_error");
    const { client } = setUp();
    expect((await client.GET("/users/me")).response.status).toBe(500);
    expect(server.asked).toHaveLength(1);
  });
});
