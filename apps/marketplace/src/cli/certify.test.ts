import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../config.ts";
import { addCertify } from "./certify.command.ts";

const running = {
  id: "1",
  status: "running",
  url: "http://127.0.0.1:9/",
  error: null,
  client: { world: "w12345" },
  checks: [],
};

test("a certification that is interrupted ends its world", async () => {
  const asked: string[] = [];
  const lab = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    if (req.method === "DELETE") return res.writeHead(204).end();
    // The terminal is closed while the checks are made.
    if (req.method === "GET") process.emit("SIGHUP");
    return res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(running));
  }).listen(0, "127.0.0.1");
  await once(lab, "listening");
  const dataDir = await mkdtemp(join(tmpdir(), "certify-"));
  onTestFinished(async () => {
    lab.close();
    await rm(dataDir, { recursive: true });
  });
  const base_url = `http://127.0.0.1:${(lab.address() as AddressInfo).port}`;
  await writeFile(
    join(dataDir, "sandbox.json"),
    JSON.stringify({ base_url, sandbox: { admin_token: "SBX" } }),
  );
  const program = new Command();
  addCertify(program, () => readConfig({ DATA_DIR: dataDir }, dataDir));
  const certified = program.parseAsync(["certify", "--url", running.url], { from: "user" });
  await expect(certified).rejects.toThrow("interrupted");
  expect(asked.at(-1)).toBe("DELETE /_sandbox/worlds/w12345");
});
