import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer, request } from "node:http";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendTo } from "../api/api.ts";
import { begun, isAlive, postgresPid, refusedStart } from "../product/product.ts";
import { newDataDir, started } from "./running.ts";

/** Expects that the start failed with one line on standard error that names the reason. */
async function expectRefused(
  ending: Promise<{ code: number | null; stdout: string; stderr: string }>,
  reason: RegExp,
) {
  const { code, stdout, stderr } = await ending;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !/^\s+[…✓✗×]/.test(line));
  expect(lines).toEqual([expect.stringMatching(reason)]);
}

describe("a start that fails", { timeout: 400_000 }, () => {
  test("a taken port", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await expectRefused(
      refusedStart({ dataDir: await newDataDir(), port, seed: "none" }),
      new RegExp(`${port}`),
    );
  });

  test("a data directory that cannot be written", async () => {
    const file = dirname(await newDataDir());
    await writeFile(join(file, "regular"), "");
    const dataDir = join(file, "regular", "data");
    await expectRefused(refusedStart({ dataDir, seed: "none" }), /data directory/i);
  });

  test("a second one on the same data directory, which does not disturb the first", async () => {
    const first = await started({ dataDir: await newDataDir(), seed: "none" });
    await expectRefused(refusedStart({ dataDir: first.dataDir }), /data directory|in use|running/i);
    const answer = await sendTo(first.baseUrl, "GET", { path: "/readyz" });
    expect(answer.status).toBe(200);
  });

  test("an invalid environment", async () => {
    const start = { dataDir: await newDataDir(), port: 70_000 };
    await expectRefused(refusedStart(start), /PORT/);
  });
});

test("SEED=none leaves the databases empty, for good", { timeout: 400_000 }, async () => {
  const product = await started({ dataDir: await newDataDir(), seed: "none" });
  expect(product.sandbox).toMatchObject({ base_url: product.baseUrl, users: {}, tokens: {}, fixtures: {} });
  const answer = await sendTo(product.baseUrl, "GET", { path: "/sites", token: "APP_USR-1-2-3" });
  expect(answer.status).toBe(401);
  expect(product.banner).toContain(product.baseUrl);
  expect(product.banner).not.toContain("APP_USR-");
});

test("JSONP=off ignores the callback parameter", { timeout: 400_000 }, async () => {
  const product = await started({ dataDir: await newDataDir(), seed: "none", env: { JSONP: "off" } });
  const answer = await sendTo(product.baseUrl, "GET", { path: "/sites?callback=show" });
  expect(answer.json()).toMatchObject({ status: 403, error: "access_token_not_granted" });
  expect(answer.status).toBe(403);
});

test("a request that was accepted is answered before SIGTERM to the whole group ends it", {
  timeout: 400_000,
}, async () => {
  const product = await started({ dataDir: await newDataDir(), seed: "none" });
  const postgres = (await postgresPid(product.dataDir)) ?? 0;
  const body = "grant_type=client_credentials&client_id=1&client_secret=2";
  const headers = {
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": body.length,
    Expect: "100-continue",
  };
  const slow = request(`${product.baseUrl}/oauth/token`, { method: "POST", headers });
  slow.flushHeaders();
  await once(slow, "continue");
  slow.write(body.slice(0, 10));
  product.signalGroup("SIGTERM");
  const refused = async () =>
    sendTo(product.baseUrl, "GET", { path: "/livez" }).then(
      () => false,
      () => true,
    );
  await expect.poll(refused).toBe(true);
  slow.end(body.slice(10));
  const [response] = await once(slow, "response");
  response.resume();
  expect(response.statusCode).toBe(400);
  expect(await product.ended).toMatchObject({ code: 0 });
  // An ended process stays visible until its new parent reaps it.
  await expect.poll(() => isAlive(postgres)).toBe(false);
  expect(await postgresPid(product.dataDir)).toBeUndefined();
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s stops six processes in silence, however often it is sent",
  { timeout: 400_000 },
  async (signal) => {
    const command: [string, ...string[]] = ["node", "scripts/start.mjs", "--split"];
    const product = await started({ dataDir: await newDataDir(), seed: "none", command });
    for (let n = 0; n < 3; n++) product.signalGroup(signal);
    const { code, stderr } = await product.ended;
    expect(code).toBe(0);
    const lines = stderr.split("\n").filter((line) => line.trim() !== "" && !/^\s+[…✓]/.test(line));
    expect(lines).toEqual([]);
    expect(await postgresPid(product.dataDir)).toBeUndefined();
  },
);

test("a signal in the first second of a start ends it before it has begun its next step", {
  timeout: 400_000,
}, async () => {
  const dataDir = await newDataDir();
  const starting = await begun({ dataDir, command: ["node", "scripts/start.mjs", "--split"] });
  await expect.poll(() => existsSync(join(dataDir, "postgres")), { interval: 10 }).toBe(true);
  starting.signalGroup("SIGINT");
  const { code, stdout, stderr } = await starting.ended;
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("Stopping");
  expect(stderr).not.toMatch(/Services|Demo data|^\s+at /m);
  expect(await postgresPid(dataDir)).toBeUndefined();
});

test.each(["SIGTERM to its group", "SIGTERM to npx alone", "SIGKILL to npx alone"] as const)(
  "the README's command starts it, and %s stops all of it",
  { timeout: 400_000 },
  async (how) => {
    const command: [string, ...string[]] = ["npx", "-y", "pnpm@12.21.0", "start"];
    const product = await started({ dataDir: await newDataDir(), seed: "none", command });
    const postgres = (await postgresPid(product.dataDir)) ?? 0;
    expect(isAlive(postgres)).toBe(true);
    if (how === "SIGTERM to its group") product.signalGroup("SIGTERM");
    else product.signal(how.startsWith("SIGTERM") ? "SIGTERM" : "SIGKILL");
    await product.ended;
    await expect.poll(() => isAlive(postgres)).toBe(false);
    expect(await postgresPid(product.dataDir)).toBeUndefined();
    await expect(sendTo(product.baseUrl, "GET", { path: "/livez" })).rejects.toThrow();
  },
);
