import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SearchIndexUnavailable } from "./errors.ts";
import { createServer, type Server } from "./server.ts";

/** A node that gives these answers, one after the other, and the last one for good; 0 ends the connection. */
async function startAnswers(...answers: { status: number; body?: object }[]) {
  const asked: string[] = [];
  const http = createHttpServer((request, response) => {
    asked.push(request.url ?? "");
    const { status, body = {} } = answers[Math.min(asked.length, answers.length) - 1] ?? { status: 500 };
    if (status === 0) return request.socket.destroy();
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await once(http.listen(0, "127.0.0.1"), "listening");
  const { port } = http.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, asked, stop: () => http.close().closeAllConnections() };
}

const whole = { status: 200, body: { answer: 42 } };
const part = (...parts: object[]) => ({ status: 200, body: { responses: parts } });
const failedWith = (status: number) => ({ status, error: { reason: "a shard failed" } });

const closing: (() => unknown)[] = [];
let nodes: Awaited<ReturnType<typeof startAnswers>>[];
let server: Server;
const serve = async (...scripts: Parameters<typeof startAnswers>[]): Promise<void> => {
  nodes = await Promise.all(scripts.map((script) => startAnswers(...script)));
  server = createServer({ nodes: nodes.map(({ url }) => url), timeoutMs: 10_000 });
  closing.push(() => server.close(), ...nodes.map(({ stop }) => stop));
};
beforeEach(() => {
  closing.length = 0;
});
afterEach(() => Promise.all(closing.map((close) => close())));

const asked = () => nodes.map((node) => node.asked.length);
const look = { method: "GET", path: "/look" } as const;
const search = { index: "market-mla", body: {} };

test("a request that a node does not answer goes to another one", async () => {
  await serve([{ status: 0 }], [whole]);
  for (let n = 0; n < 4; n++) expect(await server.call(look)).toEqual({ answer: 42 });
  expect(asked()).toEqual([1, 4]);
});

test("a request may fail twice: at the lost node, and at one that counted on it", async () => {
  await serve([{ status: 0 }], [{ status: 503 }, whole]);
  expect(await server.call(look)).toEqual({ answer: 42 });
});

test("a request is sent three times at most", async () => {
  await serve([{ status: 503 }]);
  await expect(server.call(look)).rejects.toThrow(SearchIndexUnavailable);
  expect(asked()).toEqual([3]);
});

test.each([
  ["an overloaded node gets no repetition", look, 429],
  ["a refused request is not repeated", look, 400],
  ["what would do something else the second time is sent once", { ...look, once: true }, 503],
])("%s", async (_, call, status) => {
  await serve([{ status }, whole]);
  await expect(server.call(call)).rejects.toThrow();
  expect(asked()).toEqual([1]);
});

test("what is sent once goes to another node where nobody listens", async () => {
  await serve([whole], [whole]);
  nodes[0]?.stop();
  expect(await server.call({ ...look, once: true })).toEqual({ answer: 42 });
  expect(asked()).toEqual([0, 1]);
});

test("a search of several that failed for a lost node is asked again, with the others", async () => {
  await serve([part({ hits: 1 }, failedWith(503)), part({ hits: 1 }, { hits: 2 })]);
  expect(await server.searches([search, search])).toEqual([{ hits: 1 }, { hits: 2 }]);
});

test("a search of several that failed for another reason is not asked again", async () => {
  await serve([part(failedWith(400)), part({ hits: 1 })]);
  await expect(server.searches([search])).rejects.toThrow("a shard failed");
  expect(asked()).toEqual([1]);
});

test("searches keep to a copy while all nodes answer, then the cluster chooses", async () => {
  await serve([whole, { status: 503 }, whole]);
  const kept = { ...look, copy: "one" };
  for (let n = 0; n < 3; n++) await server.call(kept);
  expect(nodes[0]?.asked).toEqual(["/look?preference=one", "/look?preference=one", "/look", "/look"]);
});
