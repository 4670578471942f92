import { afterAll, describe, expect, inject, test } from "vitest";
import { freePort } from "../product/product.ts";
import { type Answered, type Asked, ask, spend } from "./ask.ts";
import { forwarded, replacedForwarded, startNginx, xForwardedFor } from "./nginx.ts";

const { base, sandbox, perMinute, folder } = inject("surrounded");
const direct = Number(new URL(base).port);
const [xff, outer, rfc, replaced] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
const stopNginx = await startNginx(folder, [
  { port: xff, to: direct, sets: xForwardedFor },
  { port: outer, to: xff, sets: xForwardedFor },
  { port: rfc, to: direct, sets: forwarded },
  { port: replaced, to: direct, sets: replacedForwarded },
]);
afterAll(stopNginx);

/** Every address of 127/8 is local, so that each test has its own clients. */
let clients = 1;
const newClient = (): string => `127.0.3.${clients++}`;
const anonymous = (port: number, asked: Asked) => ask(`http://127.0.0.1:${port}/users/me`, asked);

/** The answer to an anonymous request that was not limited. */
const served = (answer: Answered) => expect([answer.status, answer.body]).toEqual([403, expect.any(String)]);

describe.each([
  ["X-Forwarded-For", xff],
  ["two proxies with X-Forwarded-For", outer],
  ["Forwarded", replaced],
])("behind nginx with %s", (_, port) => {
  test("one client's requests do not count for another one", async () => {
    const [greedy, other] = [newClient(), newClient()];
    const refused = await spend(perMinute, () => anonymous(port, { from: greedy }));
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    served(await anonymous(port, { from: other }));
  });

  test("a client that names other addresses is counted by its own", async () => {
    const from = newClient();
    const forged = (turn: number) => ({
      "X-Forwarded-For": `198.51.100.${turn % 250}, 203.0.113.${turn % 250}`,
      "X-Real-IP": `198.51.100.${turn % 250}`,
      "X-Marketplace-Client-Address": `198.51.100.${turn % 250}`,
    });
    await spend(perMinute, (turn) => anonymous(port, { from, headers: forged(turn) }));
    served(await anonymous(port, { from: newClient() }));
  });

  test("a client that sends both headers is limited by itself", async () => {
    const from = newClient();
    const forged = (turn: number) => ({
      "X-Forwarded-For": `198.51.100.${turn % 250}`,
      Forwarded: `for=203.0.113.${turn % 250}`,
    });
    await spend(perMinute, (turn) => anonymous(port, { from, headers: forged(turn) }));
    served(await anonymous(port, { from: newClient() }));
  });

  test("one client's guesses at the token endpoint do not limit others", async () => {
    const { client_id, client_secret } = sandbox.applications.default;
    const token = `http://127.0.0.1:${port}/oauth/token`;
    const form = { grant_type: "client_credentials", client_id, client_secret };
    const [greedy, application] = [newClient(), newClient()];
    expect((await ask(token, { from: application, form })).status).toBe(200);
    const guesses = (turn: number) => ({ ...form, client_secret: `guess-${turn}` });
    await spend(perMinute, (turn) => ask(token, { from: greedy, form: guesses(turn) }));
    expect((await ask(token, { from: application, form })).status).toBe(200);
    // With valid credentials the application is accepted from the attacker's address too.
    expect((await ask(token, { from: greedy, form })).status).toBe(200);
  });
});

test("behind nginx that appends to Forwarded, what cannot be read counts for the proxy, and no client's own words", async () => {
  const from = newClient();
  const forged = (turn: number) => ({ Forwarded: `for=198.51.100.${turn % 250}` });
  await spend(perMinute, (turn) => anonymous(rfc, { from, headers: forged(turn) }));
  served(await anonymous(rfc, { from: newClient(), headers: { Forwarded: "for=unknown" } }));
});

test("ignores the forwarding headers of clients that bypass the proxy", async () => {
  const from = newClient();
  const forged = (turn: number) => ({
    "X-Forwarded-For": `198.51.100.${turn % 250}`,
    Forwarded: `for=198.51.100.${turn % 250}`,
  });
  await spend(perMinute, (turn) => anonymous(direct, { from, headers: forged(turn) }));
});
