import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reader, writer } from "@marketplace/conventions/testing";
import { describe, expect, it } from "vitest";
import { diskReserve, freeBytesOf } from "./disk-reserve.ts";
import { silentLogger } from "./log.ts";
import { notesApp, served } from "./test-server.ts";

const megabyte = 1024 * 1024;

/** A reserve of 10 MiB on a disk whose free space and clock the test sets. */
function reserveOn(disk: { free: number; now: number; asked: number }) {
  const freeBytesAt = async () => {
    disk.asked += 1;
    return disk.free;
  };
  const now = () => disk.now;
  return diskReserve({
    paths: ["/data"],
    minFreeBytes: 10 * megabyte,
    log: silentLogger(),
    freeBytesAt,
    now,
  });
}

const freshDisk = () => ({ free: 100 * megabyte, now: 0, asked: 0 });
const full = { status: 507, error: "insufficient_storage" };

describe("a disk reserve", () => {
  it("allows writes while enough is free, and refuses them while it is not", async () => {
    const disk = freshDisk();
    const reserve = reserveOn(disk);
    await reserve.assertRoom();
    Object.assign(disk, { free: 10 * megabyte - 1, now: 1_000 });
    await expect(reserve.assertRoom()).rejects.toMatchObject(full);
    Object.assign(disk, { free: 10 * megabyte, now: 2_000 });
    await reserve.assertRoom();
  });

  it("asks the file system once a second, by a monotonic clock", async () => {
    const disk = freshDisk();
    const reserve = reserveOn(disk);
    await Promise.all(Array.from({ length: 100 }, () => reserve.assertRoom()));
    disk.now = 999;
    await reserve.assertRoom();
    expect(disk.asked).toBe(1);
    disk.now = 1_000;
    await reserve.assertRoom();
    expect(disk.asked).toBe(2);
  });

  it("counts writes in progress, so that together they leave the reserve free", async () => {
    const reserve = reserveOn(freshDisk());
    const releases = await Promise.all(Array.from({ length: 45 }, () => reserve.hold(2 * megabyte)));
    await expect(reserve.hold(2 * megabyte)).rejects.toMatchObject(full);
    const [first] = releases;
    first?.();
    // Releasing it twice gives its bytes back once.
    first?.();
    await reserve.hold(2 * megabyte);
    await expect(reserve.hold(1)).rejects.toMatchObject(full);
  });

  it("refuses no write when the free space is unknown or the reserve is 0", async () => {
    const freeBytesAt = () => Promise.reject(new Error("ENOSYS"));
    const log = silentLogger();
    await diskReserve({ paths: ["/data"], minFreeBytes: 1, log, freeBytesAt }).assertRoom();
    const none = diskReserve({ paths: ["/data"], minFreeBytes: 0, log, freeBytesAt: async () => 0 });
    await none.assertRoom();
    (await none.hold(megabyte))();
  });

  it("asks the real file system, also for a folder that does not exist yet", async () => {
    const folder = await mkdtemp(join(tmpdir(), "disk-"));
    const [there, below] = [await freeBytesOf(folder), await freeBytesOf(join(folder, "a", "b"))];
    await rm(folder, { recursive: true });
    expect(there).toBeGreaterThan(0);
    expect(Math.abs(there - below)).toBeLessThan(256 * megabyte);
  });
});

describe("on a disk that is short of space", () => {
  const disk = { ...freshDisk(), free: 0 };
  const { fetch } = served(notesApp({ disk: reserveOn(disk) }));
  const post = { method: "POST", headers: { ...writer, "Content-Type": "application/json" } };
  const note = JSON.stringify({ text: "A note" });

  it("reads succeed and writes get 507 with Retry-After", async () => {
    expect((await fetch("/notes/1", { headers: reader })).status).toBe(200);
    const answer = await fetch("/notes", { ...post, body: note });
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(await answer.json()).toEqual({ ...full, message: expect.any(String), cause: [] });
    expect((await fetch("/notes/1", { method: "DELETE", headers: writer })).status).toBe(507);
    expect((await fetch("/notes/1", { headers: reader })).status).toBe(200);
  });

  it("issues of the request come first", async () => {
    expect((await fetch("/notes", { method: "POST" })).status).toBe(403);
    expect((await fetch("/notes", { ...post, headers: { ...post.headers, ...reader } })).status).toBe(403);
    expect((await fetch("/notes", { ...post, body: "{" })).status).toBe(400);
  });
});
