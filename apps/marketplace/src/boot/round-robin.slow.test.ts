import { type RequestListener, request } from "node:http";
import type { Socket } from "node:net";
import { freePort } from "@marketplace/database/testing";
import { type Listening, serve } from "@marketplace/server";
import { afterEach, describe, expect, it } from "vitest";
import { type Replicas, replicasAt } from "./replicas.ts";
import { roundRobin } from "./round-robin.ts";

const listening: Listening[] = [];
const watched: Replicas[] = [];
afterEach(async () => {
  for (const replicas of watched.splice(0)) replicas.close();
  await Promise.all(listening.splice(0).map((server) => server.close({ graceMs: 0 })));
});

const served = async (app: RequestListener): Promise<string> => {
  const server = await serve(app, { host: "127.0.0.1", port: 0 });
  listening.push(server);
  return `http://127.0.0.1:${server.port}`;
};
/** The URL of a balancer before replicas at these URLs. */
const frontBefore = (...urls: string[]) => {
  const replicas = replicasAt(urls);
  watched.push(replicas);
  return served(roundRobin(replicas));
};
const ready: RequestListener = (_req, res) => void res.end("ready");
/** A replica that is always ready and answers all else itself. */
const replica = (app: RequestListener) =>
  served((req, res) => (req.url === "/readyz" ? ready(req, res) : app(req, res)));
const named = (name: string) => replica((_req, res) => void res.end(name));
const nobody = async () => `http://127.0.0.1:${await freePort()}`;
const texts = async (url: string, times: number) => {
  const answers: string[] = [];
  for (let n = 0; n < times; n++) answers.push(await (await fetch(url)).text());
  return answers;
};

describe("the listener before replicas", () => {
  it("takes them in turn", async () => {
    const listener = await frontBefore(await named("a"), await named("b"));
    expect((await texts(listener, 6)).sort()).toEqual(["a", "a", "a", "b", "b", "b"]);
  });

  it("passes over one that takes no connection", async () => {
    const listener = await frontBefore(await nobody(), await named("b"));
    expect(await texts(listener, 4)).toEqual(["b", "b", "b", "b"]);
  });

  it("passes over one that says it is stopping, though it still answers", async () => {
    const leaving = await served((req, res) => {
      res.statusCode = req.url === "/readyz" ? 503 : 200;
      res.end("leaving");
    });
    const listener = await frontBefore(leaving, await named("b"));
    await expect.poll(async () => new Set(await texts(listener, 4)).size === 1).toBe(true);
    expect(await texts(listener, 4)).toEqual(["b", "b", "b", "b"]);
  });

  it("answers 503 with Retry-After when none takes the request", async () => {
    const answer = await fetch(await frontBefore(await nobody(), await nobody()));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(await answer.json()).toMatchObject({ error: "service_unavailable", status: 503, cause: [] });
  });

  it("sends a request to no other replica once one has taken it", async () => {
    let asked = 0;
    const breaking = () =>
      replica((req) => {
        asked += 1;
        req.socket.destroy();
      });
    const answer = await fetch(await frontBefore(await breaking(), await breaking()), { method: "POST" });
    expect([answer.status, asked]).toEqual([502, 1]);
  });

  it("passes a request and its answer on as they are", async () => {
    const echo = await replica((req, res) => {
      res.writeHead(201, "Made", ["X-Twice", "1", "X-Twice", "2", "X-Got", String(req.headers["x-sent"])]);
      req.pipe(res);
    });
    const body = "x".repeat(300_000);
    const init = { method: "PUT", body, headers: { "X-Sent": "yes" } };
    const answer = await fetch(`${await frontBefore(echo)}/a%2Fb?c=d`, init);
    expect([answer.status, answer.statusText, await answer.text()]).toEqual([201, "Made", body]);
    expect([answer.headers.get("x-twice"), answer.headers.get("x-got")]).toEqual(["1, 2", "yes"]);
  });

  it("passes on an answer that comes before its request was read, on a connection that stays usable", async () => {
    const hasty = await replica((_req, res) => void res.writeHead(413).end("too much"));
    const listener = await frontBefore(hasty);
    const { status, body } = await upload(listener, 4_000_000);
    expect([status, body]).toEqual([413, "too much"]);
    expect(await texts(listener, 1)).toEqual(["too much"]);
  });

  it("ends a replica's work when the client leaves", async () => {
    const begun = Promise.withResolvers<Socket>();
    const slow = await replica((req) => begun.resolve(req.socket));
    const leaving = new AbortController();
    const asking = fetch(await frontBefore(slow), { signal: leaving.signal });
    const socket = await begun.promise;
    leaving.abort();
    await expect(asking).rejects.toThrow("aborted");
    await expect.poll(() => socket.destroyed).toBe(true);
  });
});

function upload(url: string, bytes: number): Promise<{ status: number | undefined; body: string }> {
  const answer = Promise.withResolvers<{ status: number | undefined; body: string }>();
  const req = request(url, { method: "POST", headers: { "Content-Length": bytes } });
  req.on("error", answer.reject).on("response", async (res) => {
    const parts: Buffer[] = [];
    for await (const part of res) parts.push(part);
    answer.resolve({ status: res.statusCode, body: Buffer.concat(parts).toString() });
  });
  req.end(Buffer.alloc(bytes));
  return answer.promise;
}
