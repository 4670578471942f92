import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installationSecret, prepareDataDir } from "./data-dir.ts";
import { readIfPresent } from "./read-if-present.ts";
import { StartRefused } from "./start-refused.ts";

let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "data-dir-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe("the data directory", () => {
  it("is made when it is missing, with what lies above it", async () => {
    await prepareDataDir(join(dir, "a", "b"));
    expect((await stat(join(dir, "a", "b"))).isDirectory()).toBe(true);
  });

  it("is refused on one line where a file is in the way", async () => {
    await writeFile(join(dir, "file"), "");
    const refused = prepareDataDir(join(dir, "file", "below"));
    await expect(refused).rejects.toBeInstanceOf(StartRefused);
    await expect(refused).rejects.toThrow(
      /^The data directory .* cannot be written \(ENOTDIR\): set DATA_DIR to one that can$/,
    );
  });

  it.runIf(process.platform === "linux")("is refused where the system lets nobody make one", async () => {
    await expect(prepareDataDir("/proc/marketplace/data")).rejects.toBeInstanceOf(StartRefused);
  });

  it("keeps one secret, readable by its owner only", async () => {
    const first = await installationSecret(dir);
    expect(await installationSecret(dir)).toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(43);
    expect((await stat(join(dir, "secret"))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["is open to all", 0o644, 0o600],
    ["its group may read", 0o640, 0o600],
    ["its owner has closed further", 0o400, 0o400],
  ])("closes a secret that %s to others only", async (_, mode, closed) => {
    const path = join(dir, "secret");
    const secret = await installationSecret(dir);
    await chmod(path, mode);
    expect(await installationSecret(dir)).toBe(secret);
    expect((await stat(path)).mode & 0o777).toBe(closed);
  });

  it("has no text for a file that is not there", async () => {
    expect(await readIfPresent(join(dir, "nothing"))).toBeUndefined();
  });
});
