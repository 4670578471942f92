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

describe("a reserve of free space", () => {
  it("lets writes through while it is whole, and refuses them while it is not", async () => {
    const disk = freshDisk();
    const reserve = reserveOn(disk);
    await reserve.assertRoom();
    Object.assign(disk, { free: 10 * megabyte - 1, now: 1_000 });
    await expect(reserve.assertRoom()).rejects.toMatchObject(full);
    Object.assign(disk, { free: 10 * megabyte, now: 2_000 });
    await reserve.assertRoom();
  });

  it("asks the file system once a second, by a clock that goes one way", async () => {
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

  it("counts writes that are under way: together they never reach into it", async () => {
    const reserve = reserveOn(freshDisk());
    const releases = await Promise.all(Array.from({ length: 45 }, () => reserve.hold(2 * megabyte)));
    await expect(reserve.hold(2 * megabyte)).rejects.toMatchObject(full);
    const [first] = releases;
    first?.();
    // Twice is once.
    first?.();
    await reserve.hold(2 * megabyte);
    await expect(reserve.hold(1)).rejects.toMatchObject(full);
  });

  it("refuses nothing where the free space cannot be told, or no reserve is wanted", async () => {
    const freeBytesAt = () => Promise.reject(new Error("ENOSYS"));
    const log = silentLogger();
    await diskReserve({ paths: ["/data"], minFreeBytes: 1, log, freeBytesAt }).assertRoom();
    const none = diskReserve({ paths: ["/data"], minFreeBytes: 0, log, freeBytesAt: async () => 0 });
    await none.assertRoom();
    (await none.hold(megabyte))();
  });

  it("reads the real file system, also of a folder that is still to be made", async () => {
    const folder = await mkdtemp(join(tmpdir(), "disk-"));
    const [there, below] = [await freeBytesOf(folder), await freeBytesOf(join(folder, "a", "b"))];
    await rm(folder, { recursive: true });
    expect(there).toBeGreaterThan(0);
    expect(Math.abs(there - below)).toBeLessThan(256 * megabyte);
  });
});

describe("on a disk that is short", () => {
  const disk = { ...freshDisk(), free: 0 };
  const { fetch } = served(notesApp({ disk: reserveOn(disk) }));
  const post = { method: "POST", headers: { ...writer, "Content-Type": "application/json" } };
  const note = JSON.stringify({ text: "A note" });

  it("reads are answered and writes are told so, with when to come back", async () => {
    expect((await fetch("/notes/1", { headers: reader })).status).toBe(200);
    const answer = await fetch("/notes", { ...post, body: note });
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(await answer.json()).toEqual({ ...full, message: expect.any(String), cause: [] });
    expect((await fetch("/notes/1", { method: "DELETE", headers: writer })).status).toBe(507);
    expect((await fetch("/notes/1", { headers: reader })).status).toBe(200);
  });

  it("what is wrong with a request is said first", async () => {
    expect((await fetch("/notes", { method: "POST" })).status).toBe(403);
    expect((await fetch("/notes", { ...post, headers: { ...post.headers, ...reader } })).status).toBe(403);
    expect((await fetch("/notes", { ...post, body: "{" })).status).toBe(400);
  });
});
