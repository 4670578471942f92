import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { afterAll, expect, inject, test } from "vitest";
import { freePort } from "../product/product.ts";
import { type Answered, ask, spend } from "./ask.ts";
import { startCaddy } from "./caddy.ts";

const { base, sandbox, perMinute, folder } = inject("surrounded");
const [http, https] = await Promise.all([freePort(), freePort()]);
const { ca, stop } = await startCaddy(folder, { http, https, to: Number(new URL(base).port) });
afterAll(stop);

/** Every address of 127/8 is local, so that each test has its own clients. */
let clients = 1;
const newClient = (): string => `127.0.4.${clients++}`;

async function askSecurely(path: string, from: string, headers: Record<string, string> = {}) {
  const options = { localAddress: from, servername: "localhost", ca, agent: false, headers };
  const outgoing = request(`https://127.0.0.1:${https}${path}`, {
    ...options,
    headers: { Host: "localhost", ...headers },
  });
  const [answer]: IncomingMessage[] = await once(outgoing.end(), "response");
  if (!answer) throw new Error("a response event has a response");
  const body = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, body } satisfies Answered;
}

test("the example's proxy serves the product over TLS, and tells browsers to come back that way", async () => {
  const headers = { Authorization: `Bearer ${sandbox.users.buyer_mla.access_token}` };
  const answer = await askSecurely("/users/me", newClient(), headers);
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.body)).toMatchObject({ id: sandbox.users.buyer_mla.id });
  expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
});

test("who comes without TLS is sent to the same address with it", async () => {
  const answer = await ask(`http://127.0.0.1:${http}/sites`, { headers: { Host: "localhost" } });
  expect(answer.status).toBe(308);
  expect(answer.headers.location).toMatch(/^https:\/\/localhost(?::\d+)?\/sites$/);
});

test("behind it each client is counted by itself, whatever addresses it names", async () => {
  const from = newClient();
  const forged = (turn: number) => ({
    "X-Forwarded-For": `198.51.100.${turn % 250}`,
    Forwarded: `for=203.0.113.${turn % 250}`,
  });
  await spend(perMinute, (turn) => askSecurely("/users/me", from, forged(turn)));
  expect((await askSecurely("/users/me", newClient())).status).not.toBe(429);
});
