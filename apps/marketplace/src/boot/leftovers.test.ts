import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { prepareDataDir } from "./data-dir.ts";
import { sweepLeftovers } from "./leftovers.ts";
import { openRunFile } from "./run-file.ts";

let top = "";
let dataDir = "";
const draft = "demo.json.0123456789ab";
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "leftovers-"));
  dataDir = join(top, "data");
  await prepareDataDir(dataDir);
  await writeFile(join(dataDir, draft), "half");
  await writeFile(join(dataDir, "demo.json.backup"), "kept");
});
afterEach(() => rm(top, { recursive: true, force: true }));

/** Leaves the file of a product whose services run in these processes. */
const ranWith = (...pids: number[]) =>
  openRunFile(dataDir, () => ({
    admin_url: "",
    services: pids.map((pid) => ({ name: "catalog-service", url: "", pid })),
  })).write();

/** The number of a process that has ended. */
async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(child, "exit");
  return child.pid ?? 0;
}

it("takes away what a product that was killed left half written, and nothing else", async () => {
  await ranWith(await endedPid());
  await sweepLeftovers(dataDir);
  expect(await readdir(dataDir)).toEqual(["demo.json.backup", "run.json"]);
});

it("touches nothing while a process of that product is alive, or when none was killed", async () => {
  await sweepLeftovers(dataDir);
  expect(await readdir(dataDir)).toContain(draft);
  await ranWith(process.ppid);
  await sweepLeftovers(dataDir);
  expect(await readdir(dataDir)).toContain(draft);
});

it("touches nothing in a copy", async () => {
  await ranWith(await endedPid());
  const copy = join(top, "copy");
  await cp(dataDir, copy, { recursive: true });
  await sweepLeftovers(copy);
  expect(await readdir(copy)).toContain(draft);
});
