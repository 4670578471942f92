import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test, vi } from "vitest";
import { baseUrl, get } from "../api/api.ts";
import { users } from "../api/world.ts";
import { admin, ask, type WorldDocument } from "./lab.ts";

// Making worlds takes seconds, and longer on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const root = fileURLToPath(new URL("../..", import.meta.url));

type Transport = Parameters<Client["connect"]>[0];

/** The command may have to be built first, which takes longer than the client's minute on a busy machine. */
const requestOptions = { timeout: 240_000 };

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: "acceptance", version: "1.0.0" });
  await client.connect(transport, requestOptions);
  onTestFinished(() => client.close());
  return client;
}

const over = (token: string) =>
  connected(
    new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    }),
  );

async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input }, requestOptions);
  const texts = content.map((one) => (one.type === "text" ? one.text : ""));
  return { isError, text: texts.at(-1) ?? "" };
}

/** The data between the marks of a result. */
function dataOf<T>({ isError, text }: { isError: boolean; text: string }): T {
  expect({ isError, text }).toMatchObject({ isError: false });
  return JSON.parse(text.replaceAll(/^<untrusted-data>\n|\n<\/untrusted-data>$/g, "")) as T;
}

interface Answer<Body> {
  status: number;
  body: Body;
}

test("a user finds operations, reads at once, and writes when it is confirmed", async () => {
  const client = await over(users.seller_mla.access_token);
  expect((await client.listTools()).tools).toHaveLength(16);
  const found = JSON.parse((await call(client, "search_operations", { query: "read one question" })).text);
  expect(found.results.map(({ id }: { id: string }) => id)).toContain("getQuestion");
  const me = dataOf<Answer<{ id: number }>>(await call(client, "call_operation", { operation: "getMe" }));
  expect(me).toMatchObject({ status: 200, body: { id: users.seller_mla.id } });
  const rename = {
    operation: "createApplication",
    body: { name: "Made by an assistant", redirect_uris: ["https://example.com/"] },
  };
  expect(await call(client, "call_operation", rename)).toMatchObject({
    isError: true,
    text: expect.stringContaining("was not called"),
  });
  const made = await call(client, "call_operation", { ...rename, confirm: true });
  expect(dataOf<Answer<object>>(made)).toMatchObject({ status: 201, body: { name: rename.body.name } });
  const refused = await call(client, "create_world");
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("admin token") });
  const explained = JSON.parse((await call(client, "explain_error", { error: "text_is_null" })).text);
  expect(explained.catalogue[0].operations).toContain("askQuestion");
});

test("the admin token controls a world, from its creation to its notifications", async () => {
  const client = await over(admin);
  const world = dataOf<WorldDocument>(await call(client, "create_world", { ttl_seconds: 600 }));
  const { id } = world.world;
  onTestFinished(async () => void (await ask("DELETE", `/worlds/${id}`)));
  const token = world.users.seller_mla?.access_token;
  const read = { operation: "getMe", token };
  expect(dataOf(await call(client, "call_operation", read))).toMatchObject({ status: 200 });
  expect(await call(client, "call_operation", { operation: "getMe" })).toMatchObject({ isError: true });
  const fault = {
    world: id,
    id: "busy",
    target: "api",
    match: { first: 1, path: "/users/me" },
    effect: { status: 429 },
  };
  dataOf(await call(client, "inject_fault", fault));
  expect(await call(client, "call_operation", read)).toMatchObject({ isError: true });
  const { results } = dataOf<{ results: { id: string; status: number; fault: string }[] }>(
    await call(client, "list_requests", { world: id, path: "/users/me" }),
  );
  expect(results.map(({ status, fault: by }) => [status, by])).toEqual([
    [429, "busy"],
    [200, null],
  ]);
  const [request] = results;
  const inspected = await call(client, "inspect_request", { world: id, request_id: request?.id });
  expect(dataOf(inspected)).toMatchObject({ operation: { id: "getMe" } });
  const happened = await call(client, "trigger_event", { world: id, event: "question.asked" });
  expect(dataOf(happened)).toMatchObject({ event: "question.asked" });
  expect(dataOf(await call(client, "advance_clock", { world: id, advance: "PT1H" }))).toHaveProperty("fired");
  expect(dataOf(await call(client, "list_notifications", { world: id }))).toHaveProperty("results");
  expect(dataOf(await call(client, "run_scenario", { world: id, scenario: "refresh-race" }))).toMatchObject({
    passed: true,
  });
  expect(dataOf(await call(client, "fork_or_reset_world", { id, action: "reset" }))).toMatchObject({
    world: { id },
  });
  expect(await call(client, "certify_integration", { url: "ftp://x" })).toMatchObject({ isError: true });
});

test("nobody is served without a token", async () => {
  const answer = await get("/mcp");
  expect(answer.status).toBe(401);
  await expect(over("APP_USR-1-nobody-1")).rejects.toThrow();
});

test("the command serves the same on standard input and output", async () => {
  const client = await connected(
    new StdioClientTransport({
      command: process.execPath,
      args: ["scripts/marketplace.mjs", "mcp"],
      cwd: root,
      env: {
        ...(process.env as Record<string, string>),
        PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
        MARKETPLACE_URL: baseUrl,
        MARKETPLACE_TOKEN: users.buyer_mla.access_token,
        MARKETPLACE_ADMIN_TOKEN: admin,
      },
    }),
  );
  expect((await client.listTools()).tools).toHaveLength(16);
  const me = dataOf<Answer<object>>(await call(client, "call_operation", { operation: "getMe" }));
  expect(me.body).toMatchObject({ id: users.buyer_mla.id });
  expect(dataOf(await call(client, "list_requests", { limit: 1 }))).toHaveProperty("results");
  expect((await call(client, "search_documentation", { query: "worlds" })).text).toContain("sandbox");
});
