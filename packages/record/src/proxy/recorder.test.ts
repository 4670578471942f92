import { once } from "node:events";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import type { Exchange } from "../exchange.ts";
import { lineOf, readRecording } from "../recording.ts";
import { createRecorder } from "./recorder.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(server: Server): Promise<string> {
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  // A server that listens on a port has an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function recorder(upstream: string, headers?: Record<string, string>) {
  const exchanges: Exchange[] = [];
  const errors: Error[] = [];
  const { server, settled } = createRecorder({
    upstream: new URL(upstream),
    headers,
    onExchange: (exchange) => exchanges.push(exchange),
    onError: (error) => errors.push(error),
  });
  return { url: await serve(server), server, exchanges, errors, settled };
}

const upstreamOf = (listener: RequestListener) => serve(createServer(listener));

it("passes requests and answers on as they are, and tells of both", async () => {
  const upstream = await upstreamOf(async (req, res) => {
    const body = await req.toArray();
    res.writeHead(201, { "Content-Type": "application/json", "X-Seen": req.headers.authorization });
    res.end(JSON.stringify({ url: req.url, asked: Buffer.concat(body).toString() }));
  });
  const { url, exchanges } = await recorder(`${upstream}/base/`, { Authorization: "Bearer other" });
  const answer = await fetch(`${url}/questions?a=1`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: "Bearer own" },
    body: '{"text":"x"}',
  });
  const body = { url: "/base/questions?a=1", asked: '{"text":"x"}' };
  expect(answer.status).toBe(201);
  expect(answer.headers.get("x-seen")).toBe("Bearer other");
  expect(await answer.json()).toEqual(body);
  await expect.poll(() => exchanges.length).toBe(1);
  expect(exchanges[0]).toMatchObject({
    method: "POST",
    target: "/questions?a=1",
    status: 201,
    request: { headers: { authorization: "Bearer other" }, body: { json: { text: "x" } } },
    answer: { body: { json: body } },
  });
});

it("streams: the first part of an answer is there before the last is made", async () => {
  let end = () => {};
  const upstream = await upstreamOf((_req, res) => {
    res.writeHead(200, { "Content-Type": "text/plain" });
    res.write("first");
    end = () => res.end("last");
  });
  const { url, exchanges } = await recorder(upstream);
  const reader = (await fetch(url)).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  expect(exchanges).toEqual([]);
  end();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("last");
  await expect.poll(() => exchanges[0]?.answer.body).toEqual({ text: "firstlast" });
});

it("decodes what it records, and leaves what it passes on compressed", async () => {
  const upstream = await upstreamOf((_req, res) => {
    res.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
    res.end(gzipSync('{"a":1}'));
  });
  const { url, exchanges } = await recorder(upstream);
  const answer = await fetch(url);
  expect(answer.headers.get("content-encoding")).toBe("gzip");
  expect(await answer.json()).toEqual({ a: 1 });
  await expect.poll(() => exchanges[0]?.answer.body).toEqual({ json: { a: 1 } });
});

it("records JSON as JSON whatever it is called, and what is called JSON and is not as text", async () => {
  const upstream = await upstreamOf((_req, res) => res.end());
  const { url, exchanges } = await recorder(upstream);
  const bodies = {
    "text/plain": '{"a":1}',
    "application/x-www-form-urlencoded": " [1]",
    "application/json": "a=1",
  };
  for (const [type, body] of Object.entries(bodies))
    await (await fetch(url, { method: "POST", headers: { "Content-Type": type }, body })).text();
  await expect
    .poll(() => exchanges.map(({ request }) => request.body))
    .toEqual([{ json: { a: 1 } }, { json: [1] }, { text: "a=1" }]);
});

it.each([
  ["zstd", zstdCompressSync],
  ["GZIP", gzipSync],
])("decodes %s", async (encoding, encode) => {
  const upstream = await upstreamOf((_req, res) => {
    res.writeHead(200, { "Content-Type": "Application/JSON", "Content-Encoding": encoding });
    res.end(encode('{"a":1}'));
  });
  const { url, exchanges } = await recorder(upstream);
  await once(request(url).end(), "response").then(([answer]) => answer.resume());
  await expect.poll(() => exchanges[0]?.answer.body).toEqual({ json: { a: 1 } });
});

it("records what has no label as what it is", async () => {
  const bodies = { "/json": '{"a":1}', "/text": "ok", "/file": Buffer.from([0xff, 0xd8]) };
  const upstream = await upstreamOf((req, res) => void res.end(bodies[req.url as keyof typeof bodies]));
  const { url, exchanges } = await recorder(upstream);
  for (const path of Object.keys(bodies)) await (await fetch(url + path)).arrayBuffer();
  await expect
    .poll(() => exchanges.map(({ answer }) => answer.body))
    .toEqual([{ json: { a: 1 } }, { text: "ok" }, { bytes: 2 }]);
});

it("passes a body in chunks on with any method", async () => {
  const upstream = await upstreamOf(async (req, res) => res.end(Buffer.concat(await req.toArray())));
  const { url, exchanges } = await recorder(upstream);
  const asked = request(url, { method: "DELETE", headers: { "Transfer-Encoding": "chunked" } });
  asked.write('{"a":');
  const [answer] = await once(asked.end("1}"), "response");
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('{"a":1}');
  await expect.poll(() => exchanges[0]?.answer.body).toEqual({ json: { a: 1 } });
});

it("has told of all answers that clients had once it is closed and has settled", async () => {
  const upstream = await upstreamOf((_req, res) => {
    res.writeHead(200, { "Content-Type": "text/plain", "Content-Encoding": "gzip" });
    res.end(gzipSync("a".repeat(30_000_000)));
  });
  const { url, server, exchanges, settled } = await recorder(upstream);
  const [answer] = await once(request(url, { agent: false }).end(), "response");
  await answer.toArray();
  server.close();
  await once(server, "close");
  expect(exchanges).toEqual([]);
  await settled();
  expect(exchanges).toHaveLength(1);
});

it("counts the bytes of files, and has no body where there is none", async () => {
  const upstream = await upstreamOf((req, res) => {
    res.writeHead(req.url === "/file" ? 200 : 204, { "Content-Type": "image/png" });
    res.end(req.url === "/file" ? Buffer.alloc(7) : undefined);
  });
  const { url, exchanges } = await recorder(upstream);
  await (await fetch(`${url}/file`)).arrayBuffer();
  await fetch(`${url}/none`);
  await expect
    .poll(() => exchanges.map(({ target, answer }) => [target, answer.body]))
    .toEqual([
      ["/file", { bytes: 7 }],
      ["/none", null],
    ]);
});

it("answers 502 in the platform's form where nobody listens, and records nothing", async () => {
  const { url, exchanges, errors } = await recorder("http://127.0.0.1:9");
  const answer = await fetch(url);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: "bad_gateway", status: 502, cause: [] });
  expect(errors).toHaveLength(1);
  expect(exchanges).toEqual([]);
});

it("reads what it wrote, and says which line is no exchange", async () => {
  const upstream = await upstreamOf((_req, res) => res.end("ok"));
  const { url, exchanges } = await recorder(upstream);
  await (await fetch(url)).text();
  await expect.poll(() => exchanges.length).toBe(1);
  const line = exchanges.map(lineOf).join("");
  const read = async (...lines: string[]) => {
    const found: Exchange[] = [];
    for await (const exchange of readRecording(Readable.from(lines))) found.push(exchange);
    return found;
  };
  expect(await read(line)).toEqual(exchanges);
  for (const wrong of ["{", '{"version":2}'])
    await expect(read(line, wrong)).rejects.toThrow("line 2 is no exchange");
});
