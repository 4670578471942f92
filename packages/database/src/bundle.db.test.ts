import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, inject, test } from "vitest";
import { createTestDatabase } from "./testing.ts";

const run = promisify(execFile);
const sources = dirname(fileURLToPath(import.meta.url));
const { url, drop } = await createTestDatabase(inject("testPostgresUrl"));
const app = mkdtempSync(join(tmpdir(), "bundle-"));

afterAll(async () => {
  rmSync(app, { recursive: true });
  await drop();
});

const main = `
  import { openFlexDatabase } from "${sources}/flex.ts";
  import { migrate } from "${sources}/index.ts";
  const url = process.argv[2];
  await migrate({ url, service: "flex" });
  const db = openFlexDatabase({ url });
  console.log(await db.current().idempotencyKey.count());
  await db.close();
`;

test("bundled into one file, far from its sources, it migrates and queries", async () => {
  mkdirSync(join(app, "src"));
  writeFileSync(join(app, "src", "main.ts"), main);
  const bundler = join(sources, "..", "..", "..", "scripts", "bundle.mjs");
  await run(process.execPath, [bundler, "src/main.ts"], { cwd: app });
  const { stdout } = await run(process.execPath, [join(app, "dist", "main.js"), url], { cwd: app });
  expect(stdout).toBe("0\n");
});
