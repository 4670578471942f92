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

interface Guarded {
  minFreeMb: number;
  primary: boolean;
  dataDir?: string;
  shell?: string;
}

/** Runs the guard beside a server that answers as Patroni does; returns what both are told. */
async function guard({ minFreeMb, primary, dataDir = tmpdir(), shell = "sh" }: Guarded) {
  const asked: string[] = [];
  const said: string[] = [];
  const patroni = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim());
    response.writeHead(request.method === "POST" || primary ? 200 : 503).end();
  });
  patroni.listen(0, "127.0.0.1");
  await once(patroni, "listening");
  const { port } = patroni.address() as AddressInfo;
  const settings = {
    DATA_DIR: dataDir,
    MIN_FREE_MB: String(minFreeMb),
    PATRONI_NAME: "a",
    PATRONI_URL: `http://127.0.0.1:${port}`,
  };
  // A group of its own, because it ends in a sleep.
  const child = spawn(shell, [script], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => said.push(chunk));
  undo.push(
    () => patroni.close(),
    () => patroni.closeAllConnections(),
    () => child.pid && process.kill(-child.pid, "SIGKILL"),
  );
  return { asked, said };
}

const everything = 1_000_000_000;

describe("the guard of a server's disk", () => {
  it("asks Patroni once to hand over when the primary has too little room", async () => {
    const { asked } = await guard({ minFreeMb: everything, primary: true });
    await vi.waitFor(() => expect(asked).toContain('POST /switchover {"leader":"a"}'), 20_000);
    expect(asked).toEqual(["GET /primary", 'POST /switchover {"leader":"a"}']);
  });

  it("leaves a server that is not the primary alone", async () => {
    const { asked } = await guard({ minFreeMb: everything, primary: false });
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), 20_000);
    expect(new Set(asked)).toEqual(new Set(["GET /primary"]));
  });

  // To bash an empty number is 0, to others an error.
  it.each(["sh", "bash"])(
    "takes no folder that is missing for a disk that is full, under %s",
    async (shell) => {
      const dataDir = join(tmpdir(), "there-is-no-such-folder");
      const { asked, said } = await guard({ minFreeMb: everything, primary: true, dataDir, shell });
      await vi.waitFor(() => expect(said.join("")).toContain("cannot be told"), 20_000);
      expect(asked).toEqual([]);
    },
  );
});
