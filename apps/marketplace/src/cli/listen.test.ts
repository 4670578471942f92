import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, expect, test } from "vitest";
import { listen } from "./listen.ts";

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
const first = { callback_url: "https://app.example.com/hook", topics: ["items"] };
let settings: { callback_url: string | null; topics: string[] } = first;
const tokens: (string | undefined)[] = [];

/** The product, as far as the command asks it. */
const product = createServer(async (req, res) => {
  tokens.push(req.headers.authorization);
  const sent = await text(req);
  const wanted = req.method === "PUT" ? JSON.parse(sent) : undefined;
  const refused = wanted?.topics.includes("nonsense");
  if (wanted && !refused) settings = wanted;
  const body = refused ? { message: "unknown topic" } : { id: 3167204918, ...settings };
  res.writeHead(refused ? 400 : 200, { "Content-Type": "application/json" }).end(JSON.stringify(body));
}).listen(0, "127.0.0.1");
await once(product, "listening");
const address = product.address();
const base_url = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;

const dataDir = await mkdtemp(join(tmpdir(), "listen-"));
const sandbox = {
  base_url,
  users: { seller_mla: { id: 1, access_token: "APP_USR-token" } },
  applications: { default: { id: 3167204918, webhook_secret: secret } },
};
await writeFile(join(dataDir, "sandbox.json"), JSON.stringify(sandbox));

afterAll(async () => {
  product.close();
  await rm(dataDir, { recursive: true });
});
afterEach(() => {
  settings = first;
});

/** Runs the command; `line(n)` is its n-th line, when it comes. */
function running(topics = ["questions"], forwardUrl?: string) {
  const end = new AbortController();
  const lines = Array.from({ length: 8 }, () => Promise.withResolvers<string>());
  let printed = 0;
  const print = (line: string) => lines[printed++]?.resolve(line);
  const finished = listen({ dataDir, topics, forwardUrl, print, signal: end.signal });
  return { line: (index: number) => lines[index]?.promise, end: () => end.abort(), finished };
}

const notification = (changes: object = {}) =>
  JSON.stringify({
    _id: "1",
    topic: "questions",
    resource: "/questions/5036111111",
    user_id: 2418503621,
    attempts: 2,
    ...changes,
  });

const post = (body: string, key = secret) => {
  const signature = new Webhook(key).sign("1", new Date(), body);
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": signature,
  };
  return fetch(String(settings.callback_url), { method: "POST", headers, body });
};

test("it subscribes as the seller, prints what comes, and puts the former settings back", async () => {
  const { line, end, finished } = running(["questions", "orders"]);
  expect(await line(0)).toContain(`Listening for questions, orders at ${settings.callback_url}`);
  expect(settings.topics).toEqual(["questions", "orders"]);
  expect(new Set(tokens)).toEqual(new Set(["Bearer APP_USR-token"]));
  expect((await post(notification())).status).toBe(200);
  expect(await line(1)).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} {2}questions {2}\/questions\/5036111111 {2}user 2418503621 {2}attempt 2 {2}signature ok$/,
  );
  end();
  await finished;
  expect(settings).toEqual(first);
});

test("it sends each notification on as it came, and answers what the application answers", async () => {
  const received: unknown[] = [];
  const application = createServer(async (req, res) => {
    received.push([req.method, req.url, req.headers["webhook-id"], await text(req)]);
    res.writeHead(202).end();
  }).listen(0, "127.0.0.1");
  await once(application, "listening");
  const { port } = application.address() as AddressInfo;
  const { line, end, finished } = running(["questions"], `http://127.0.0.1:${port}/hook`);
  expect(await line(0)).toContain(`sent on to http://127.0.0.1:${port}/hook`);
  expect((await post(notification())).status).toBe(202);
  expect(await line(1)).toMatch(/signature ok {2}answered 202$/);
  expect(received).toEqual([["POST", "/hook", "1", notification()]]);
  application.close();
  application.closeAllConnections();
  await once(application, "close");
  expect((await post(notification())).status).toBe(502);
  end();
  await finished;
});

test("a notification that somebody else signed shows as such", async () => {
  const { line, end, finished } = running();
  await line(0);
  await post(notification(), `whsec_${Buffer.alloc(24, 8).toString("base64")}`);
  expect(await line(1)).toContain("signature BAD");
  end();
  await finished;
});

test("what is no notification is refused and not printed; nothing that comes steers the terminal", async () => {
  const { line, end, finished } = running();
  await line(0);
  for (const body of ["", "{}", "[]", "null", "x", "x".repeat(100_000)])
    expect((await post(body)).status).toBe(400);
  expect((await fetch(String(settings.callback_url))).status).toBe(405);
  await post(notification({ resource: "/\u001b[2Jquestions\u009b" }));
  expect(await line(1)).toContain("  /?[2Jquestions?  ");
  end();
  await finished;
});

test("a topic the product does not know ends it with the product's words and changes nothing", async () => {
  await expect(running(["nonsense"]).finished).rejects.toThrow(
    "The marketplace refused (HTTP 400): unknown topic",
  );
  expect(settings).toEqual(first);
});

test("a second one is refused while the first listens, and changes nothing", async () => {
  const { line, end, finished } = running();
  await line(0);
  await expect(running().finished).rejects.toThrow(`Another command listens at ${settings.callback_url}`);
  end();
  await finished;
  expect(settings).toEqual(first);
});

test("settings that others have changed meanwhile stay", async () => {
  const { line, end, finished } = running();
  await line(0);
  settings = { callback_url: "https://app.example.com/new", topics: ["orders"] };
  end();
  await finished;
  expect(settings).toEqual({ callback_url: "https://app.example.com/new", topics: ["orders"] });
  expect(await line(1)).toContain("stays https://app.example.com/new");
});

test("the address of one that was killed is not put back", async () => {
  settings = { callback_url: "http://127.0.0.1:1/marketplace-listen", topics: ["items"] };
  const { line, end, finished } = running();
  await line(0);
  end();
  await finished;
  expect(settings).toEqual({ callback_url: null, topics: ["items"] });
});

test("without a running product it says what to do", async () => {
  const options = { topics: ["questions"], print: () => {}, signal: new AbortController().signal };
  await expect(listen({ dataDir: join(dataDir, "none"), ...options })).rejects.toThrow(
    "start the marketplace first",
  );
  const other = await mkdtemp(join(tmpdir(), "listen-"));
  const file = join(other, "sandbox.json");
  await writeFile(file, JSON.stringify({ ...sandbox, base_url: "http://127.0.0.1:1" }));
  await expect(listen({ dataDir: other, ...options })).rejects.toThrow(
    "does not answer at http://127.0.0.1:1",
  );
  await writeFile(file, JSON.stringify({ base_url, users: {}, applications: {} }));
  await expect(listen({ dataDir: other, ...options })).rejects.toThrow("SEED=demo");
  await rm(other, { recursive: true });
});
