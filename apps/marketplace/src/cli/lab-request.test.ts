import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { askLab } from "./lab-access.ts";
import { send, show } from "./lab-request.ts";
import type { LabOperation } from "./sandbox-operations.ts";

const bytes = Buffer.from([0x1f, 0x8b, 0xff, 0x00, 0xfe]);
let folder: string;
let baseUrl: string;
let asked: { url: string | undefined; type: string | undefined; body: Buffer };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lab-request-"));
  const server = createServer(async (req, res) => {
    asked = { url: req.url, type: req.headers["content-type"], body: await buffer(req) };
    res
      .writeHead(req.url?.includes("refused") ? 400 : 200, { "Content-Type": "application/gzip" })
      .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const made = folder;
  onTestFinished(async () => {
    server.close();
    await rm(made, { recursive: true });
  });
});

const operation = (more: Partial<LabOperation>): LabOperation => ({
  id: "importWorld",
  method: "POST",
  path: "/_sandbox/worlds/import",
  summary: "",
  query: ["ttl_seconds"],
  bodyType: "application/gzip",
  ...more,
});
const ask = (more: Partial<LabOperation>, values: string[], body?: string) =>
  send({ baseUrl, adminToken: "x" }, operation(more), {
    values,
    options: body === undefined ? {} : { body },
  });

it("sends a file byte for byte to an operation that takes one, and writes one that it gets", async () => {
  const [sent, written] = [join(folder, "sent"), join(folder, "written")];
  await writeFile(sent, bytes);
  const answer = await ask({}, ["ttl_seconds=60"], `@${sent}`);
  expect(asked).toEqual({
    url: "/_sandbox/worlds/import?ttl_seconds=60",
    type: "application/gzip",
    body: bytes,
  });
  await show(answer, { output: written });
  expect(await readFile(written)).toEqual(bytes);
});

it("sends JSON as before, from a file as well", async () => {
  const file = join(folder, "body.json");
  await writeFile(file, '{"from":"empty"}');
  for (const body of [`@${file}`, '{"from":"empty"}']) {
    await ask({ bodyType: "application/json" }, [], body);
    expect(asked).toMatchObject({ type: "application/json", body: Buffer.from('{"from":"empty"}') });
  }
});

it("sends JSON that comes by a pipe", async () => {
  const pipe = join(folder, "pipe");
  // Opening it for writing waits for its reader.
  const writer = spawn(`mkfifo ${pipe} && echo '{"from":"empty"}' > ${pipe}`, {
    shell: true,
    detached: true,
  });
  onTestFinished(() => void (writer.exitCode ?? process.kill(-Number(writer.pid), "SIGKILL")));
  await expect.poll(() => stat(pipe).catch(() => undefined)).toBeDefined();
  await ask({ bodyType: "application/json" }, [], `@${pipe}`);
  expect(String(asked.body)).toBe('{"from":"empty"}\n');
});

it("takes a body by values or by --body, not by both", async () => {
  const both = ask({ bodyType: "application/json" }, ["from=empty"], '{"ttl_seconds":60}');
  await expect(both).rejects.toThrow("not by both");
});

it("spills no bytes over a screen", async () => {
  const screen = { isTTY: true } as NodeJS.WriteStream;
  const answer = await ask({ method: "GET", bodyType: undefined }, []);
  await expect(show(answer, {}, screen)).rejects.toThrow("say --output");
});

it("says in a line that no product answers", async () => {
  const nobody = { baseUrl: "http://127.0.0.1:1", adminToken: "x" };
  await expect(askLab(nobody, "/_sandbox/triggers")).rejects.toThrow(
    "The marketplace does not answer at http://127.0.0.1:1: is it running?",
  );
});

it("says in a line that another program has the port", async () => {
  await expect(askLab({ baseUrl, adminToken: "x" }, "/_sandbox/triggers")).rejects.toThrow(
    `${baseUrl} answers no JSON: is it the marketplace?`,
  );
});

it("names a file that cannot be read, or written", async () => {
  for (const bodyType of ["application/gzip", "application/json"])
    for (const path of [folder, join(folder, "nothing")])
      await expect(ask({ bodyType }, [], `@${path}`)).rejects.toThrow(`${path} cannot be read`);
  const output = join(folder, "nowhere", "world");
  await expect(show(new Response("x"), { output })).rejects.toThrow(`${output} cannot be written (ENOENT)`);
});
