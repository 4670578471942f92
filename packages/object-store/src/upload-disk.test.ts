import type { IncomingMessage } from "node:http";
import { silentLogger } from "@marketplace/server";
import { describe, expect, it } from "vitest";
import { boundedSpool, spoolBytes } from "./spool-bound.ts";
import { bytesToHold, uploadDisk } from "./upload-disk.ts";

const log = silentLogger();
const disks = { freeBytesAt: async () => 100 * spoolBytes };
const s3 = {
  driver: "s3",
  endpoint: "http://127.0.0.1:9000",
  accessKey: "key",
  secretKey: "secret",
  region: "us-east-1",
  bucket: "files",
  pathStyle: true,
} as const;
const tooMany = { status: 429, error: "too_many_requests", headers: { "Retry-After": "5" } };
const busy = { status: 503, error: "service_unavailable", headers: { "Retry-After": "5" } };

describe("uploads on their way to S3", () => {
  // Without a reserve, too: the folder may be memory, which tells nothing of the memory that is left.
  it.each([0, 1_000])("hold together so many bytes, with a reserve of %i", async (minFreeBytes) => {
    const disk = uploadDisk({ store: s3, minFreeBytes }, { log, disks });
    const asked = await Promise.allSettled(Array.from({ length: 9 }, () => disk.hold(spoolBytes / 8)));
    expect(asked.map(({ status }) => status)).toEqual([...Array(8).fill("fulfilled"), "rejected"]);
    expect(asked.at(-1)).toMatchObject({ reason: busy });
    const [first] = asked;
    if (first?.status !== "fulfilled") throw new Error("nothing is held");
    first.value();
    // Releasing it twice gives its bytes back once.
    first.value();
    await disk.hold(spoolBytes / 8);
    await expect(disk.hold(1)).rejects.toMatchObject(busy);
  });

  it("pass alone when they are larger than all that may wait", async () => {
    const disk = uploadDisk({ store: s3, minFreeBytes: 0 }, { log });
    const release = await disk.hold(2 * spoolBytes);
    await expect(disk.hold(1)).rejects.toMatchObject(busy);
    release();
    await disk.hold(1);
  });

  it("leave nothing held when the disk has no room", async () => {
    const full = { status: 507 };
    const limits = { maxBytes: 10, shareBytes: 10 };
    const disk = boundedSpool({ assertRoom: async () => {}, hold: () => Promise.reject(full) }, limits);
    for (const user of [undefined, 1]) {
      await expect(disk.hold(10, user)).rejects.toBe(full);
      await expect(disk.hold(10, user)).rejects.toBe(full);
    }
  });

  it("of one user leave room for those of others", async () => {
    const disk = uploadDisk({ store: s3, minFreeBytes: 0 }, { log });
    const slow = await Promise.allSettled(Array.from({ length: 8 }, () => disk.hold(spoolBytes / 8, 1)));
    expect(slow.map(({ status }) => status)).toEqual([
      "fulfilled",
      "fulfilled",
      ...Array(6).fill("rejected"),
    ]);
    expect(slow.at(-1)).toMatchObject({ reason: tooMany });
    // What nobody holds any more is theirs again.
    const [first] = slow;
    if (first?.status !== "fulfilled") throw new Error("nothing is held");
    first.value();
    first.value();
    await disk.hold(spoolBytes / 8, 1);
    await expect(disk.hold(1, 1)).rejects.toMatchObject(tooMany);
    await disk.hold(spoolBytes / 8, 2);
  });

  it("pass alone when they are larger than their user's share", async () => {
    const disk = uploadDisk({ store: s3, minFreeBytes: 0 }, { log });
    const release = await disk.hold(spoolBytes / 2, 1);
    await expect(disk.hold(1, 1)).rejects.toMatchObject(tooMany);
    release();
    await disk.hold(1, 1);
  });
});

it("uploads into files are bounded by their disk alone", async () => {
  const disk = uploadDisk({ store: { driver: "file", root: "/data" }, minFreeBytes: 1 }, { log, disks });
  await disk.hold(spoolBytes);
  await disk.hold(spoolBytes);
});

it("a request holds what it announces, and the most where it announces nothing", () => {
  const of = (headers: IncomingMessage["headers"]) => bytesToHold({ headers } as IncomingMessage, 100);
  expect(of({ "content-length": "60" })).toBe(60);
  expect(of({ "content-length": "600" })).toBe(100);
  expect(of({ "transfer-encoding": "chunked" })).toBe(100);
});
