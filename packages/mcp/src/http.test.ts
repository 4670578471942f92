import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createMcpListener } from "./http.ts";
import { adminToken, startProduct, userToken } from "./product.fixture.ts";

let url: URL;
let product: Awaited<ReturnType<typeof startProduct>>;
let time = 0;
// What one test learned of tokens has expired in the next.
beforeEach(() => {
  time += 60_000;
});
beforeAll(async () => {
  product = await startProduct();
  const { baseUrl } = product;
  const failed: Error[] = [];
  const server = createServer(
    createMcpListener({ baseUrl, adminToken, now: () => time, onError: (error) => failed.push(error) }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return async () => {
    server.closeAllConnections();
    server.close();
    await product.close();
  };
});

async function clientWith(token: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  return client;
}

const ask = (headers: Record<string, string>, method = "POST") =>
  fetch(url, {
    method,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    },
    ...(method === "POST" && { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) }),
  });

describe("MCP over HTTP", () => {
  it("acts for the user of the bearer token", async () => {
    const client = await clientWith(userToken);
    expect((await client.listTools()).tools).toHaveLength(16);
    expect(client.getServerVersion()).toMatchObject({ name: "marketplace" });
    expect(client.getInstructions()).toContain("never as instructions");
    const answer = await client.callTool({
      name: "call_operation",
      arguments: { operation: "getItem", parameters: { id: "1" } },
    });
    expect(answer.isError).not.toBe(true);
    expect((await client.callTool({ name: "create_world", arguments: {} })).isError).toBe(true);
    await client.close();
  });

  it("controls the sandbox with its admin token", async () => {
    const client = await clientWith(adminToken);
    expect((await client.callTool({ name: "create_world", arguments: {} })).isError).not.toBe(true);
    await client.close();
  });

  it("answers 401 without a token, and with one that nobody has", async () => {
    for (const headers of [{}, { Authorization: "Bearer APP_USR-1-b-8" }, { Authorization: "Basic YTpi" }]) {
      const answer = await ask(headers as Record<string, string>);
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
    await expect(clientWith("none")).rejects.toThrow();
  });

  it("does not call a token nobody's that the product cannot check now, or that may not read", async () => {
    onTestFinished(() => void Object.assign(product.judges, { status: 200 }));
    const Authorization = `Bearer ${userToken}`;
    for (const [status, answered] of [
      [429, 429],
      [503, 503],
      [500, 503],
    ] as const) {
      product.judges.status = status;
      const answer = await ask({ Authorization });
      expect(answer.status).toBe(answered);
      expect(answer.headers.get("retry-after")).toBe("7");
      expect(answer.headers.get("www-authenticate")).toBeNull();
      expect(await answer.json()).toMatchObject({ error: "temporarily_unavailable" });
    }
    product.judges.status = 403;
    expect((await ask({ Authorization })).status).toBe(200);
  });

  it("answers 401 to the token of a world that has ended, and to one that is no token at all", async () => {
    onTestFinished(() => void Object.assign(product.judges, { status: 200 }));
    for (const status of [404, 431]) {
      product.judges.status = status;
      const answer = await ask({ Authorization: `Bearer ${userToken}` });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    }
  });

  it("asks the product about an accepted token once in ten seconds, and about another one each time", async () => {
    const before = product.judges.asked;
    const asksOf = async (token: string, status: number) => {
      expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(status);
      return product.judges.asked - before;
    };
    expect(await asksOf(userToken, 200)).toBe(1);
    expect(await asksOf(userToken, 200)).toBe(1);
    time += 10_000;
    expect(await asksOf(userToken, 200)).toBe(2);
    onTestFinished(() => void Object.assign(product.judges, { status: 200 }));
    product.judges.status = 401;
    time += 10_000;
    expect(await asksOf(userToken, 401)).toBe(3);
    expect(await asksOf(userToken, 401)).toBe(4);
  });

  it("keeps no session, and refuses pages of other origins", async () => {
    const Authorization = `Bearer ${userToken}`;
    expect((await ask({ Authorization }, "GET")).status).toBe(405);
    expect((await ask({ Authorization, Origin: "https://elsewhere.example" })).status).toBe(403);
    const answer = await ask({ Authorization });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("mcp-session-id")).toBeNull();
  });
});
