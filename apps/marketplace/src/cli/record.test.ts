import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { portOption } from "./checked.ts";
import { notListening } from "./not-listening.ts";
import { record } from "./record.ts";

test("a recording whose port is taken is refused, and may be begun again at another", async () => {
  const folder = await mkdtemp(join(tmpdir(), "record-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const upstream = new URL("http://127.0.0.1:9");
  const print = () => {};
  const out = join(folder, "recording.jsonl");
  const recording = { upstream, out, headers: {}, print, signal: AbortSignal.abort() };
  const { port } = other.address() as AddressInfo;
  await expect(record({ ...recording, port })).rejects.toThrow(`Port ${port} is already taken`);
  expect(await readdir(folder)).toEqual([]);
  expect(await record(recording)).toBe(0);
});

test("a port that may not be used is not called taken", () => {
  const denied = Object.assign(new Error("listen EACCES: permission denied"), { code: "EACCES" });
  expect(notListening(denied, 80).message).toBe(
    "Cannot listen on port 80 (listen EACCES: permission denied): name another with --port",
  );
});

test("a port is a number that a port can have", () => {
  expect(["0", "8080", "65535"].map(portOption)).toEqual([0, 8_080, 65_535]);
  for (const text of ["", "abc", "-1", "1.5", "65536"]) expect(() => portOption(text)).toThrow("a port");
});
