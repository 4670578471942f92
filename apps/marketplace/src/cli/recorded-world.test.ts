import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { worldFromRecording } from "./recorded-world.ts";

/** A lab that makes a world of anything, and has every name already; what it was asked. */
async function labWithNames() {
  const asked: string[] = [];
  const lab = createServer((req, res) => {
    asked.push(`${req.method} ${req.url}`);
    const isTaken = req.url?.endsWith("/snapshots") ?? false;
    res.writeHead(isTaken ? 409 : 201, { "Content-Type": "application/json" });
    res.end(isTaken ? "taken" : JSON.stringify({ world: { id: "w12345" }, left_out: [] }));
  }).listen(0, "127.0.0.1");
  await once(lab, "listening");
  const folder = await mkdtemp(join(tmpdir(), "recorded-world-"));
  onTestFinished(async () => {
    lab.closeAllConnections();
    lab.close();
    await rm(folder, { recursive: true });
  });
  const base_url = `http://127.0.0.1:${(lab.address() as AddressInfo).port}`;
  const document = JSON.stringify({ base_url, sandbox: { admin_token: "SBX" } });
  await writeFile(join(folder, "sandbox.json"), document);
  return { folder, asked };
}

test("a world that cannot be stored under its name ends", async () => {
  const { folder, asked } = await labWithNames();
  const file = join(folder, "sandbox.json");
  await expect(worldFromRecording(folder, file, { snapshot: "shop" })).rejects.toThrow("409: taken");
  expect(asked).toEqual([
    "POST /_sandbox/worlds/recordings",
    "POST /_sandbox/worlds/w12345/snapshots",
    "DELETE /_sandbox/worlds/w12345",
  ]);
});

test("a file that is not there and a folder cannot be read", async () => {
  const { folder, asked } = await labWithNames();
  for (const file of [folder, join(folder, "none")])
    await expect(worldFromRecording(folder, file, {})).rejects.toThrow(`${file} cannot be read`);
  expect(asked).toEqual([]);
});
