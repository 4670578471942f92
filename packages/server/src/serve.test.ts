import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { bodyOf, rawExchange } from "@marketplace/conventions/testing";
import { describe, expect, it } from "vitest";
import { serve } from "./serve.ts";
import { readLimits, serverLimits } from "./server-limits.ts";
import { notesApp, served } from "./test-server.ts";

const anywhere = { host: "127.0.0.1", port: 0 };

describe("a server that closes", () => {
  it("finishes accepted requests and accepts no more", async () => {
    const arrived = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const { port, close } = await serve(async (_req, res) => {
      arrived.resolve();
      await release.promise;
      res.end("done");
    }, anywhere);
    const answer = fetch(`http://127.0.0.1:${port}/`);
    await arrived.promise;
    const closed = close({ graceMs: 60_000 });
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    release.resolve();
    expect(await (await answer).text()).toBe("done");
    await closed;
  });

  it("does not wait for idle connections, before or after a request", async () => {
    const { port, server, close } = await serve((_req, res) => res.end("done"), anywhere);
    const silent = connect(port, "127.0.0.1");
    const idle = connect(port, "127.0.0.1", () => idle.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    await Promise.all([once(silent, "connect"), once(idle, "data")]);
    silent.resume();
    idle.resume();
    const gone = Promise.all([once(silent, "close"), once(idle, "close")]);
    await close({ graceMs: 60_000 });
    await gone;
    expect(server.listening).toBe(false);
  });

  it("cuts unfinished requests when its grace is over", async () => {
    const arrived = Promise.withResolvers<void>();
    const { port, close } = await serve(() => arrived.resolve(), anywhere);
    const answer = fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    await arrived.promise;
    await close({ graceMs: 0 });
    expect(await answer).toBeInstanceOf(Error);
  });
});

describe("a server", () => {
  const { raw, port } = served(notesApp());

  it.each([
    ["http://[::1/notes/1", 403, "access_token_not_granted"],
    ["http://[::1/nothing", 404, "resource not found"],
    ["http://x?a=1", 404, "resource not found"],
  ])("takes the absolute target %s by its path, whatever its host", async (target, status, error) => {
    const answer = await raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/\r\nX-Request-Id: /i);
    expect(bodyOf(answer)).toMatchObject({ error, status });
  });

  it("reports no leak of listeners where many layers wait for the end of a file", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    const { port: at, close } = await serve((_req, res) => {
      for (let layer = 0; layer < 12; layer += 1) res.once("close", () => {});
      pipeline(Readable.from(["a file"]), res).catch(() => {});
    }, anywhere);
    expect(await (await fetch(`http://127.0.0.1:${at}/`)).text()).toBe("a file");
    await close();
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("rejects with the system's error when its address is taken", async () => {
    await expect(serve(notesApp(), { host: "127.0.0.1", port: port() })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  it.each([
    ["no HTTP at all", "HELLO\r\n\r\n", 400],
    ["an HTTP/1.1 request without Host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", 400],
    ["two lengths", "POST /notes HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400],
    [
      "headers over the limit",
      `GET / HTTP/1.1\r\nHost: x\r\nA: ${"x".repeat(serverLimits.maxHeaderBytes)}\r\n\r\n`,
      431,
    ],
    [
      "a query string over the limit",
      `GET /?${"x".repeat(serverLimits.maxHeaderBytes)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
    [
      "a length and chunks, which could smuggle a second request past a proxy",
      "POST /notes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    [
      "a target with bytes that are not ASCII",
      "GET /notes?tag=teléfono HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
      400,
    ],
    ["an expectation nobody knows", "GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417],
  ])("answers %s with the standard error body and closes", async (_, bytes, status) => {
    const answer = await rawExchange(port(), bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/^X-Request-Id: .+$/im);
    expect(bodyOf(answer)).toEqual({ message: expect.any(String), error: "bad_request", status, cause: [] });
  });

  it("answers pipelined requests", async () => {
    const get = "GET /livez HTTP/1.1\r\nHost: x\r\n";
    const answer = await raw(`${get}\r\n${get}Connection: close\r\n\r\n`);
    expect(answer.match(/HTTP\/1.1 200 OK/g)).toHaveLength(2);
  });
});

describe("an answer that is sent before its request was read", () => {
  const length = 16 * 1024 * 1024;
  const begun = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`;

  it("reaches a client that sends everything before it reads, and ends the connection", async () => {
    const { port, close } = await serve((_req, res) => res.writeHead(413).end("too large"), anywhere);
    const answer = await rawExchange(port, Buffer.concat([Buffer.from(begun), Buffer.alloc(length)]));
    expect(answer).toMatch(/^HTTP\/1.1 413 [\s\S]*too large/);
    await close();
  });

  it("cuts the connection of a client that still sends", async () => {
    const { port, close } = await serve((_req, res) => res.writeHead(413).end("too large"), anywhere);
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => socket.write(begun));
    socket.on("error", () => {});
    const feeding = setInterval(() => socket.write("x"), 20);
    const gone = new Promise((resolve) => socket.once("close", resolve));
    socket.resume();
    await gone;
    clearInterval(feeding);
    await close();
  });
});

describe("a server's limits", () => {
  it.each([
    ["a connection", "", /^HTTP\/1.1 408 /],
    [
      "a connection that has carried another",
      "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
      /^HTTP\/1.1 200 [\s\S]*doneHTTP\/1.1 408 /,
    ],
  ])("end %s, where a head does not arrive, with 408", async (_, before, answers) => {
    const limits = { ...serverLimits, headersTimeoutMs: 100 };
    const { port, close } = await serve((_req, res) => res.end("done"), { ...anywhere, limits });
    const slow = connect(port, "127.0.0.1", () => slow.write(`${before}GET / HTTP/1.1\r\nHost: x\r\n`));
    expect(await text(slow)).toMatch(answers);
    await close();
  });

  it("cut off a client that does not read its answer", async () => {
    const large = Buffer.alloc(64 * 1024 * 1024);
    const limits = { ...serverLimits, socketIdleTimeoutMs: 100 };
    const { port, server, close } = await serve((_req, res) => res.end(large), { ...anywhere, limits });
    const gone = once(server, "connection").then(([socket]) => once(socket, "close"));
    const lazy = connect(port, "127.0.0.1", () => lazy.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    lazy.on("error", () => {});
    await gone;
    lazy.destroy();
    await close();
  });

  it("are read from the environment, every issue at once", () => {
    expect(readLimits({})).toEqual(serverLimits);
    expect(readLimits({ REQUEST_TIMEOUT_MS: "5000" }).requestTimeoutMs).toBe(5_000);
    expect(() => readLimits({ HEADERS_TIMEOUT_MS: "0", MAX_HEADER_BYTES: "x" })).toThrow(
      /HEADERS_TIMEOUT_MS: .*; MAX_HEADER_BYTES: /,
    );
  });
});
