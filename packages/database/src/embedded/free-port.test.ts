import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "./free-port.ts";

test("a free port is none that a system gives to a connection, or to a listener that names none", async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(10_000);
    expect(port).toBeLessThan(32_768);
  }
});

test("a free port can be listened on", async () => {
  const server = createServer().listen(await freePort(), "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
});
