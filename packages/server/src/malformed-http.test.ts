import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { rawExchange } from "@marketplace/conventions/testing";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "./serve.ts";
import { serverLimits } from "./server-limits.ts";

/** Serves it until the test ends; a request has to be sent within 100 ms. */
async function portOf(app: RequestListener): Promise<number> {
  const limits = { ...serverLimits, headersTimeoutMs: 100, requestTimeoutMs: 100 };
  const { port, close } = await serve(app, { host: "127.0.0.1", port: 0, limits });
  onTestFinished(() => close({ graceMs: 0 }));
  return port;
}

/** Sends bytes, and gives all that is answered until the connection ends. */
async function said(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await once(socket, "close");
  return answer;
}

const get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
const upload = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nbegun";

it("cuts the connection where the answer to a request that is never sent to its end has begun", async () => {
  const port = await portOf((_req, res) => void res.write("the first lines"));
  const answer = await said(port, upload);
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*the first lines\r\n$/);
});

it("says 408 where it has not begun", async () => {
  expect(await said(await portOf(() => {}), upload)).toMatch(/^HTTP\/1.1 408 /);
});

it("lets the answer stand that is complete before its request is", async () => {
  const port = await portOf((_req, res) => void res.end("refused"));
  const answer = await said(port, upload.replace("Content-Length: 100", "Transfer-Encoding: chunked"));
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*refused/);
  expect(answer.match(/HTTP\/1.1 /g)).toHaveLength(1);
});

it.each([
  ["no HTTP", "HELLO\r\n\r\n", 400],
  ["a request without Host", "GET / HTTP/1.1\r\n\r\n", 400],
  ["an expectation nobody knows", "GET / HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n", 417],
  [
    "a body in chunks that are none",
    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nx",
    400,
  ],
])("answers %s after the requests before it, begun or not", async (_, bytes, status) => {
  let answered = 0;
  const port = await portOf((req, res) => {
    if (req.method === "POST") return;
    answered += 1;
    if (answered === 1) res.write("one, ");
    setTimeout(() => res.end("done"), 50);
  });
  const answer = await rawExchange(port, `${get}${get}${bytes}`);
  const statuses = [...answer.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, code]) => Number(code));
  expect(statuses).toEqual([200, 200, status]);
  expect(answer).toMatch(/one, \r\n4\r\ndone\r\n0\r\n\r\nHTTP\/1.1 200 [\s\S]*doneHTTP\/1.1 4/);
});
