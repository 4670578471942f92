import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { readFrom, Unreachable } from "./side.ts";

async function sideOf(listener: RequestListener) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it("a side that breaks off in the middle of a body does not answer", async () => {
  const side = await sideOf((_req, res) => {
    res.writeHead(200, { "Content-Length": 10 }).write("{");
    setTimeout(() => res.destroy(), 20);
  });
  await expect(readFrom(side, "/items")).rejects.toThrow(new Unreachable(side.baseUrl, undefined));
});

it("what is no JSON has none", async () => {
  const side = await sideOf((req, res) => void res.end(req.url));
  expect(await readFrom(side, "/items")).toMatchObject({ status: 200, json: undefined });
});
