import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { silentLogger, untilComplete } from "./index.ts";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}

test("a process whose database is incomplete is live but not ready, answers 503, and logs the reason once", async () => {
  const port = await freePort();
  const logged: unknown[] = [];
  const log = Object.assign(silentLogger(), { warn: (details: unknown) => void logged.push(details) });
  const reasons = ["no table", "no table", "no column"];
  const asked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const missing = async () => {
    const reason = reasons.shift();
    if (reason !== undefined) return reason;
    asked.resolve();
    await release.promise;
    return undefined;
  };
  const complete = untilComplete({ missing, host: "127.0.0.1", port, log, everyMs: 1 });
  await asked.promise;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect((await ask("/livez")).status).toBe(200);
  for (const path of ["/readyz", "/items/MLA1"]) {
    const answer = await ask(path);
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, expect.any(String)]);
    expect(await answer.json()).toMatchObject({
      error: "service_unavailable",
      cause: [{ code: "starting" }],
    });
  }
  expect(await (await ask("/oauth/token")).json()).toMatchObject({ error_description: expect.any(String) });
  expect(logged).toEqual([{ reason: "no table" }, { reason: "no column" }]);
  release.resolve();
  await complete;
  await expect(ask("/livez")).rejects.toThrow();
});

test("no port is opened when nothing is missing", async () => {
  const missing = async () => undefined;
  // Nobody may listen there.
  await untilComplete({ missing, host: "256.0.0.1", port: 1, log: silentLogger() });
});
