import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { baseUrl } from "../api/api.ts";

const tool = fileURLToPath(new URL("../../apps/marketplace/dist/cli.js", import.meta.url));

/** A folder that goes with the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "marketplace-record-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A `record` that runs. */
export interface Recorder {
  url: string;
  file: string;
  /** Waits for its end by itself. */
  ended(): Promise<{ code: number | null; stderr: string }>;
  /** Interrupts it, and waits for its end; the lines that it printed. */
  stop(): Promise<string[]>;
}

/** Starts `record` of the built tool in front of a marketplace; its files may have so many blocks. */
export async function startRecorder(
  words: readonly string[] = [],
  upstream = baseUrl,
  blocks: number | "unlimited" = "unlimited",
): Promise<Recorder> {
  const file = join(await newFolder(), "recording.jsonl");
  const command = [process.execPath, tool, "record", "--upstream", upstream, "--out", file, ...words];
  const child = spawn("sh", ["-c", `ulimit -f ${blocks} && exec "$@"`, "sh", ...command], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const errors: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const ended = once(child, "close");
  const lines: string[] = [];
  const output = createInterface({ input: child.stdout });
  output.on("line", (line) => lines.push(line));
  await Promise.race([once(output, "line"), ended]);
  const [url = ""] = /^http:\/\/\S+/.exec(lines[0] ?? "") ?? [];
  return {
    url,
    file,
    async ended() {
      const [code] = await ended;
      return { code, stderr: Buffer.concat(errors).toString() };
    },
    async stop() {
      child.kill("SIGINT");
      await ended;
      return lines;
    },
  };
}

/** What a proxy makes of an answer. */
export interface Altered {
  status: number;
  headers: Headers;
  json: unknown;
}

/** A marketplace that answers as the product under test does, but for what `alter` changes. */
export async function alteredProduct(alter: (path: string, answer: Altered) => Altered): Promise<string> {
  const server = createServer(async (req, res) => {
    const { authorization = "" } = req.headers;
    const answer = await fetch(baseUrl + req.url, { headers: { authorization }, redirect: "manual" });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
    if (!isJson) return void res.writeHead(answer.status).end(text);
    const path = (req.url ?? "").split("?", 1)[0] ?? "";
    const headers = new Headers(answer.headers);
    for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection"])
      headers.delete(name);
    const altered = alter(path, { status: answer.status, headers, json: JSON.parse(text) });
    res.writeHead(altered.status, Object.fromEntries(altered.headers)).end(JSON.stringify(altered.json));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return serve(server);
}

async function serve(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has an address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Runs a command of the built tool to its end. */
export async function run(
  words: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [tool, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
  const [code] = await once(child, "close");
  return { code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(errors).toString() };
}
