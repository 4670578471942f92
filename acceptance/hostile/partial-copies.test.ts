import { execFile } from "node:child_process";
import { cp, readdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { newDataDir, started } from "../process/running.ts";
import { refusedStart } from "../product/product.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** All entries of the directory but those of Postgres, which has to run before files are checked. */
async function contentsOf(dataDir: string): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true });
  return names.filter((name) => !name.startsWith("postgres")).toSorted();
}

const folder = (name: string) => async (dataDir: string) => rm(join(dataDir, name), { recursive: true });
const without: Record<string, (dataDir: string) => Promise<void>> = {
  postgres: folder("postgres"),
  secret: folder("secret"),
  "demo.json": folder("demo.json"),
  "sandbox.json": folder("sandbox.json"),
  objects: folder("objects"),
  files: async (dataDir) => {
    const entries = await readdir(join(dataDir, "objects"), { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) await rm(join(entry.parentPath, entry.name));
  },
};

test("a copy of the data directory that lacks a part is refused, with what is missing, and nothing in it is touched", async () => {
  const dataDir = await newDataDir();
  const product = await started({ dataDir, prepared: true });
  await product.stop();
  for (const [part, remove] of Object.entries(without)) {
    const copy = join(dirname(dataDir), `without-${part}`);
    await cp(dataDir, copy, { recursive: true });
    await remove(copy);
    const before = await contentsOf(copy);
    const { code, stdout, stderr } = await refusedStart({ dataDir: copy });
    expect({ part, code, stdout }).toEqual({ part, code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`is not whole.*(${part}).*opy it again`));
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(await contentsOf(copy)).toEqual(before);
  }
  const whole = await started({ dataDir });
  expect(whole.sandbox.tokens).toEqual(product.sandbox.tokens);
});

test("the command-line tool makes nothing in a directory that the product was never started on", async () => {
  const dataDir = await newDataDir();
  const path = `${join(root, "node_modules/.bin")}:${process.env.PATH}`;
  const env = { ...process.env, PATH: path, DATA_DIR: dataDir };
  for (const words of [["invoices", "reconcile"], ["train"], ["backup", `${dataDir}-copy`]]) {
    const running = promisify(execFile)("node", ["scripts/marketplace.mjs", ...words], { cwd: root, env });
    await expect(running).rejects.toMatchObject({
      stderr: expect.stringContaining(`${dataDir} holds no marketplace, and nothing was made there`),
    });
    expect(await readdir(dirname(dataDir))).toEqual([]);
  }
});
