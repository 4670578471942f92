import { beforeEach, describe, expect, it } from "vitest";
import { trustedProxiesVariable } from "../edge/trusted-proxies.ts";
import { startGateway } from "../gateway.fixture.ts";

const trustedProxies = trustedProxiesVariable().parse("127.0.0.0/8");
const { http, clock, demo } = await startGateway({ config: { rateLimitPerMinute: 3, trustedProxies } });

const client = () => {
  const { client_id, client_secret } = demo.applications.default;
  return { client_id, client_secret };
};
const [home, elsewhere] = ["203.0.113.1", "203.0.113.2"];

/** A token request from an address, by the application's own credentials unless told. */
const asked = (address: string, credentials: Record<string, string> = client()) =>
  http.post("/oauth/token", {
    body: new URLSearchParams({ grant_type: "client_credentials", ...credentials }).toString(),
    headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": address },
  });
const guessed = (secret: number) => ({ ...client(), client_secret: `guess-${secret}` });

async function statuses(times: number, ask: (turn: number) => ReturnType<typeof asked>) {
  const found: number[] = [];
  for (let turn = 0; turn < times; turn++) found.push((await ask(turn)).status);
  return found;
}

// All buckets are full again.
beforeEach(() => clock.advance(60_000));

describe("token requests", () => {
  it("count for their address before the client has authenticated", async () => {
    const naming = (turn: number) => ({ client_id: String(turn), client_secret: "guess" });
    expect(await statuses(5, (turn) => asked(home, naming(turn)))).toEqual([400, 400, 400, 429, 429]);
    const refused = await asked(home);
    expect(refused.json()).toMatchObject({ status: 429, error: "too_many_requests" });
    expect(refused.headers["retry-after"]).toBe("20");
    expect((await asked(elsewhere, naming(1))).status).toBe(400);
  });

  it("count also when their body cannot be read", async () => {
    const malformed = () =>
      http.post("/oauth/token", {
        body: "{",
        headers: { "Content-Type": "application/json", "X-Forwarded-For": home },
      });
    expect(await statuses(4, malformed)).toEqual([400, 400, 400, 429]);
  });

  it("of an authenticated client count for the client, so that others at its address cannot lock it out", async () => {
    expect((await asked(home)).status).toBe(200);
    expect(await statuses(10, (turn) => asked(home, guessed(turn)))).toContain(429);
    expect((await asked(home)).status).toBe(200);
  });

  it("with a guessed client_id do not count for the client", async () => {
    expect((await asked(home)).status).toBe(200);
    clock.advance(60_000);
    for (let host = 1; host <= 10; host++)
      expect((await asked(`198.51.100.${host}`, guessed(host))).status).toBe(400);
    expect(await statuses(4, () => asked(elsewhere))).toEqual([200, 200, 200, 429]);
  });

  it("of a client are limited from all addresses together", async () => {
    expect(await statuses(4, (turn) => asked(`198.51.100.${100 + turn}`))).toEqual([200, 200, 200, 429]);
  });
});
