import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
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

/** Runs the command against a lab that answers a look at the certification and the end of its world so. */
async function certify(look: RequestListener, end: RequestListener, ...options: string[]) {
  const asked: string[] = [];
  const lab = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    if (req.method === "DELETE") return end(req, res);
    if (req.method === "GET") return look(req, res);
    return tell(req, res);
  }).listen(0, "127.0.0.1");
  await once(lab, "listening");
  const dataDir = await mkdtemp(join(tmpdir(), "certify-"));
  onTestFinished(async () => {
    lab.closeAllConnections();
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
  const certified = program.parseAsync(["certify", "--url", running.url, ...options], { from: "user" });
  const failure = await certified.then(
    () => "",
    ({ message }: Error) => message,
  );
  return { asked, failure };
}

const tell: RequestListener = (_req, res) =>
  void res.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(running));
const removed: RequestListener = (_req, res) => void res.writeHead(204).end();
/** The terminal is closed while the checks are made. */
const interrupted =
  (answer: RequestListener): RequestListener =>
  (req, res) => {
    process.emit("SIGHUP");
    answer(req, res);
  };

test.each<[string, RequestListener, RequestListener]>([
  ["ends its world", tell, removed],
  ["may have ended before", tell, (_req, res) => void res.writeHead(404).end()],
  ["needs no answer of the product", () => {}, (_req, res) => void res.destroy()],
])("a certification that is interrupted %s", async (_, look, end) => {
  const { asked, failure } = await certify(interrupted(look), end);
  expect(failure).toBe("The certification was interrupted");
  expect(asked.at(-1)).toBe("DELETE /_sandbox/worlds/w12345");
});

test("a certification whose credentials cannot be written is ended, and says why", async () => {
  const { asked, failure } = await certify(tell, removed, "--credentials", "/nowhere/at/all.json");
  expect(failure).toBe("/nowhere/at/all.json cannot be written (ENOENT)");
  expect(asked).toEqual(["POST /_sandbox/certifications", "DELETE /_sandbox/worlds/w12345"]);
});
