import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareDataDir } from "./data-dir.ts";
import { wordedForFullDisk } from "./disk-space.ts";
import { StartRefused } from "./start-refused.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "disk-space-"));
  await prepareDataDir(join(dataDir, "mail"));
  await writeFile(join(dataDir, "mail", "one.eml"), Buffer.alloc(2_500_000));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

it.each([
  Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" }),
  Object.assign(new Error("could not extend file"), { code: "53100" }),
  new Error("cannot be brought back", {
    cause: new Error("Postgres did not start: FATAL: could not write: No space left on device"),
  }),
])("a full disk is told of in one line that says what to free: %s", async (error) => {
  const refused = await wordedForFullDisk(error, { dataDir, seed: "none" });
  expect(refused).toBeInstanceOf(StartRefused);
  expect(refused.message).toMatch(
    /^The disk of the data directory is full: \d+ MB are free where .* and a start needs 160 MB\. Free at least \d+ MB/,
  );
  expect(refused.message).toContain(`${join(dataDir, "mail")} 3 MB (copies of e-mails, may be deleted)`);
});

it("other errors stay as they are", async () => {
  const error = new Error("something else");
  expect(await wordedForFullDisk(error, { dataDir, seed: "demo" })).toBe(error);
});
