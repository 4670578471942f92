import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { root } from "./repository.fixture.ts";

const script = join(root, "deploy/patroni/disk-guard.sh");
const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** Runs the guard beside a server that answers as Patroni does; returns what it is asked. */
async function guard({ minFreeMb, primary }: { minFreeMb: number; primary: boolean }): Promise<string[]> {
  const asked: string[] = [];
  const patroni = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(request.method === "POST" || primary ? 200 : 503).end();
  });
  patroni.listen(0, "127.0.0.1");
  await once(patroni, "listening");
  const { port } = patroni.address() as AddressInfo;
  const settings = {
    DATA_DIR: tmpdir(),
    MIN_FREE_MB: String(minFreeMb),
    PATRONI_NAME: "a",
    PATRONI_URL: `http://127.0.0.1:${port}`,
  };
  // A group of its own, because it ends in a sleep.
  const child = spawn("sh", [script], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: "ignore",
    detached: true,
  });
  undo.push(
    () => patroni.close(),
    () => patroni.closeAllConnections(),
    () => child.pid && process.kill(-child.pid, "SIGKILL"),
  );
  return asked;
}

const everything = 1_000_000_000;

describe("the guard of a server's disk", () => {
  it("asks Patroni once to hand over when the primary has too little room", async () => {
    const asked = await guard({ minFreeMb: everything, primary: true });
    await vi.waitFor(() => expect(asked).toContain('POST /switchover {"leader":"a"}'), 20_000);
    expect(asked).toEqual(["GET /primary", 'POST /switchover {"leader":"a"}']);
  });

  it("leaves a server that is not the primary alone", async () => {
    const asked = await guard({ minFreeMb: everything, primary: false });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), 20_000);
    expect(new Set(asked)).toEqual(new Set(["GET /primary"]));
  });
});
