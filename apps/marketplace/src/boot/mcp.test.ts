import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { silentLogger } from "@marketplace/server";
import { expect, it, onTestFinished } from "vitest";
import { withMcp } from "./mcp.ts";

it("is loaded by the next request when it could not be loaded", async () => {
  const parts = { ownUrl: "http://127.0.0.1:9", adminToken: undefined, log: silentLogger() };
  const loads = [
    () => Promise.reject(new Error("the file is gone")),
    async (): Promise<RequestListener> => (_req, res) => res.end("MCP"),
  ];
  const load = () => loads.shift()?.() ?? Promise.reject(new Error("loaded once more"));
  const server = createServer(withMcp((_req, res) => res.end("the product"), parts, load));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  await expect(fetch(url)).rejects.toThrow();
  for (let request = 0; request < 2; request++) expect(await (await fetch(url)).text()).toBe("MCP");
});

it("takes what is at /mcp from the product, and nothing else", async () => {
  const parts = { ownUrl: "http://127.0.0.1:9", adminToken: undefined, log: silentLogger() };
  const server = createServer(withMcp((_req, res) => res.end("the product"), parts));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const path of ["/mcp", "/mcp?a=b", "/mcp/"])
    expect((await fetch(base + path, { method: "POST" })).status).toBe(401);
  for (const path of ["/", "/mcpx", "/items/mcp"])
    expect(await (await fetch(base + path)).text()).toBe("the product");
});
