import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { portOption } from "./checked.ts";
import { notListening } from "./not-listening.ts";
import { headerOf } from "./record.command.ts";
import { record } from "./record.ts";
import { baseAddress, webAddress } from "./web-address.ts";

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

test("a header is a name and a value that can be sent", () => {
  expect(headerOf("Authorization: Bearer x y")).toEqual(["Authorization", "Bearer x y"]);
  for (const text of ["Authorization", ": x", "Authorization: "])
    expect(() => headerOf(text)).toThrow("say a name and a value");
  expect(() => headerOf("Authorization: Bearer \u2026")).toThrow(
    "Authorization has a character that no header can have",
  );
});

test("an address has no user and no password, and that of a marketplace no query", () => {
  const address = webAddress("http://a.example");
  expect(address("https://b.example/x?y=1")).toBe("https://b.example/x?y=1");
  for (const text of ["b.example", "ftp://b.example", ""])
    expect(() => address(text)).toThrow("Say an address such as http://a.example");
  for (const text of ["http://u:p@b.example", "http://u@b.example"])
    expect(() => address(text)).toThrow("without user and password");
  expect(baseAddress("https://b.example/v1/")).toBe("https://b.example/v1/");
  for (const text of ["https://b.example/?y=1", "https://b.example/#y"])
    expect(() => baseAddress(text)).toThrow("without query and fragment");
});
