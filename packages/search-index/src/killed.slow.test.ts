import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEmbeddedIndex } from "./embedded.ts";

let folder: string;
let child: ChildProcess | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "search-index-"));
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await rm(folder, { recursive: true });
});

/** Starts a process that saves without end, and kills it after so many saves; returns the last it told of. */
async function killedAfter(saves: number): Promise<number> {
  child = fork(fileURLToPath(new URL("killed.child.ts", import.meta.url)), [folder]);
  let told = 0;
  for (let count = 0; count < saves; count++) [told] = await once(child, "message");
  child.on("message", (no: number) => {
    told = no;
  });
  const ended = once(child, "close");
  child.kill("SIGKILL");
  await ended;
  return told;
}

test("a killed process leaves a whole snapshot, not older than the last that it reported", async () => {
  for (let round = 1; round <= 8; round++) {
    const told = await killedAfter(round);
    const index = createEmbeddedIndex({ folder, settingsOf: () => ({ language: "es" }) });
    const cursor = Number(index.cursor());
    expect(cursor).toBeGreaterThanOrEqual(told);
    const query = { siteId: "MLA", text: "mesa", keys: [] };
    const { total, numbers } = await index.search(query, { sort: "relevance", offset: 0, limit: 1 });
    expect([total, numbers]).toEqual([cursor, [cursor]]);
  }
});
