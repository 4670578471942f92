import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { assertInstalled, assertWhole, beginContents, completeContents } from "./contents.ts";
import { openDataDir } from "./data-dir.ts";

let top = "";
let dataDir = "";
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "contents-"));
  dataDir = join(top, "data");
});
afterEach(() => rm(top, { recursive: true, force: true }));

const parts = ["postgres/cluster/PG_VERSION", "secret", "demo.json", "sandbox.json"];
async function make(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(dataDir, file)), { recursive: true });
    await writeFile(join(dataDir, file), `of ${file}`);
  }
}
const names = async () => (await readdir(dataDir, { recursive: true })).toSorted();

describe("a data directory that was started on", () => {
  beforeEach(async () => {
    await openDataDir(dataDir);
    await make(...parts);
    await completeContents(dataDir);
  });

  it.each(
    ["postgres", "postgres/cluster", "secret", "demo.json", "sandbox.json"].flatMap((part) => [
      { part, marker: true },
      { part, marker: false },
    ]),
  )("is refused without $part, with contents.json: $marker, and not touched", async ({ part, marker }) => {
    await rm(join(dataDir, part), { recursive: true });
    if (!marker) await rm(join(dataDir, "contents.json"));
    const before = await names();
    const named = part.split("/")[0] ?? "";
    await expect(openDataDir(dataDir)).rejects.toThrow(new RegExp(`not whole.* ${named} \\(.*Copy it again`));
    await expect(assertInstalled(dataDir)).rejects.toThrow(/not whole/);
    expect(await names()).toEqual(before);
  });

  it.each(["", "another installation's"])("is refused with the secret '%s'", async (secret) => {
    await writeFile(join(dataDir, "secret"), secret);
    await expect(openDataDir(dataDir)).rejects.toThrow(/of another one: secret/);
  });

  it("is refused with a contents.json that was cut", async () => {
    await writeFile(join(dataDir, "contents.json"), "{");
    await expect(openDataDir(dataDir)).rejects.toThrow(/contents.json is damaged/);
  });

  it("is started on when it is copied whole, and so is one of a release without contents.json", async () => {
    const copy = join(top, "copy");
    await cp(dataDir, copy, { recursive: true });
    expect(await assertWhole(copy)).toBe("whole");
    await rm(join(copy, "contents.json"));
    expect(await assertWhole(copy)).toBe("whole");
    await expect(assertInstalled(copy)).resolves.toBeUndefined();
  });

  it("is refused when files of users are all that is left of it", async () => {
    await rm(dataDir, { recursive: true });
    await mkdir(join(dataDir, "objects", "objects"), { recursive: true });
    await expect(openDataDir(dataDir)).rejects.toThrow(/not whole/);
  });
});

describe("a first start", () => {
  it("may be begun again wherever it was interrupted", async () => {
    await openDataDir(dataDir);
    for (const part of parts) {
      expect(await assertWhole(dataDir)).toBe("new");
      await make(part);
    }
    await beginContents(dataDir);
    await openDataDir(dataDir);
    expect(await assertWhole(dataDir)).toBe("new");
  });

  it("of an earlier release, interrupted while it made demo data, may be begun again too", async () => {
    await make("postgres/cluster/PG_VERSION", "secret", "seeding");
    expect(await assertWhole(dataDir)).toBe("new");
  });

  it("is not made by a tool: a mistyped directory stays as absent as it was", async () => {
    await expect(assertInstalled(dataDir)).rejects.toThrow(
      /holds no marketplace, and nothing was made there/,
    );
    expect(await readdir(top)).toEqual([]);
  });
});
