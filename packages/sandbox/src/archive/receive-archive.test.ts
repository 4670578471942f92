import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import {
  archiveOf,
  entriesWith,
  file,
  manifestWith,
  rows,
  type TestEntry,
  tarOf,
} from "./archive.fixture.ts";
import type { ArchiveRefused } from "./archive-refused.ts";
import { bounds, type Manifest } from "./manifest.schema.ts";
import { onlyPlainFiles } from "./plain-files.ts";
import { receiveArchive } from "./receive-archive.ts";
import { writeArchive } from "./write-archive.ts";

let folder: string;
let accepted: Manifest[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "archive-"));
  accepted = [];
  const made = folder;
  onTestFinished(() => rm(made, { recursive: true }));
});

const accept = async (manifest: Manifest) => void accepted.push(manifest);
const receive = (bytes: Buffer) => receiveArchive(Readable.from([bytes]), { folder, accept });
const refusalOf = (bytes: Buffer) =>
  receive(bytes).then(
    () => undefined,
    (error: ArchiveRefused) => error,
  );
const files = [{ path: "objects/objects/3f/pictures=2F1", bytes: 19, sha256: "0".repeat(64) }];
const withFile = (changes: object) =>
  entriesWith({ ...manifestWith(), files: [{ ...files[0], ...changes }] });
const withFiles = (...changes: object[]) =>
  entriesWith({ ...manifestWith(), files: changes.map((change) => ({ ...files[0], ...change })) });
const withClock = (offset_ms: number) => manifestWith({ clock: { offset_ms, frozen_at: null } });
const and = (...more: TestEntry[]) => [...entriesWith(), ...more];

describe("an archive that is received", () => {
  it("is stored by the names of its parts", async () => {
    const manifest = manifestWith();
    expect(await receive(await archiveOf(entriesWith(manifest)))).toEqual(manifest);
    expect(accepted).toEqual([manifest]);
    expect(await readFile(join(folder, "databases/flex/words.copy"), "utf8")).toBe(rows);
    expect(await readFile(join(folder, "files/objects/objects/3f/pictures=2F1"), "utf8")).toBe(file);
  });

  it("may be what was written of its parts, and comes in any pieces", async () => {
    const manifest = await receive(await archiveOf(entriesWith()));
    const written = await buffer(writeArchive({ manifest, pathOf: (part) => join(folder, part) }));
    const other = await mkdtemp(join(tmpdir(), "archive-"));
    onTestFinished(() => rm(other, { recursive: true }));
    const pieces = Readable.from(Array.from(written, (byte) => Buffer.from([byte])));
    expect(await receiveArchive(pieces, { folder: other, accept })).toEqual(manifest);
  });

  it.each([
    ["nothing", async () => Buffer.alloc(0), "cut_off"],
    ["an empty tar", () => archiveOf([]), "no_manifest"],
    ["a text", async () => Buffer.from("{}"), "not_gzip"],
    ["a compressed text", async () => gzipSync("x".repeat(5_000)), "not_a_tar"],
    ["a plain tar", () => tarOf(entriesWith()), "not_gzip"],
    ["another first entry", () => archiveOf([["a.txt", "a"]]), "no_manifest"],
    ["a manifest that is no JSON", () => archiveOf([["manifest.json", "{"]]), "no_manifest"],
    ["a manifest of something else", () => archiveOf([["manifest.json", "{}"]]), "no_manifest"],
    ["a later version", () => archiveOf(entriesWith({ ...manifestWith(), version: 2 })), "other_version"],
    ["an unknown field", () => archiveOf(entriesWith({ ...manifestWith(), color: 1 })), "no_manifest"],
    ["an entry too many", () => archiveOf(and(["files/objects/x", "x"])), "unknown_entry"],
    ["an entry twice", () => archiveOf(and(...entriesWith().slice(-1))), "unknown_entry"],
    ["an entry too few", () => archiveOf(entriesWith().slice(0, -1)), "missing_entry"],
    ["a name that leads out", () => archiveOf(and(["../evil", "x"])), "unknown_entry"],
    ["a wrong checksum", () => archiveOf(withFile({})), "wrong_checksum"],
    ["a wrong size", () => archiveOf(withFile({ bytes: 18 })), "wrong_size"],
    ["a path that leads out", () => archiveOf(withFile({ path: "objects/../../evil" })), "no_manifest"],
    ["an absolute path", () => archiveOf(withFile({ path: "/etc/passwd" })), "no_manifest"],
    ["another folder", () => archiveOf(withFile({ path: "search-index/x" })), "no_manifest"],
    ["a bomb by its manifest", () => archiveOf(withFile({ bytes: bounds.bytes })), "too_large"],
    [
      "a file of another name twice",
      () => archiveOf(entriesWith({ ...manifestWith(), files: [...files, ...files] })),
      "repeated_entry",
    ],
    [
      "a file in a file",
      () => archiveOf(withFiles({ path: "objects/a/b/c" }, { path: "objects/a" })),
      "repeated_entry",
    ],
    ["a part of a millisecond", () => archiveOf(entriesWith(withClock(0.5))), "no_manifest"],
    [
      "a link",
      () => archiveOf(and([{ name: "a", type: "symlink", linkname: "/etc/passwd" }, ""])),
      "unknown_entry",
    ],
    ["a hard link", () => archiveOf(and([{ name: "a", type: "link", linkname: "b" }, ""])), "unknown_entry"],
    ["a folder", () => archiveOf(and([{ name: "a", type: "directory" }, ""])), "unknown_entry"],
    ["a long name", () => archiveOf(and(["x".repeat(300), ""])), "unknown_entry"],
    ["a cut gzip", async () => (await archiveOf(entriesWith())).subarray(0, -20), "cut_off"],
    ["a cut tar", async () => gzipSync((await tarOf(entriesWith())).subarray(0, -1_300)), "cut_off"],
  ] as const)("is no archive: %s", async (_what, bytes, code) => {
    const error = await refusalOf(await bytes());
    expect({ code: error?.code, message: error?.message }).toMatchObject({
      code,
      message: expect.any(String),
    });
  });

  it("is refused before anything is stored where its manifest is", async () => {
    const refuse = async () => {
      throw new Error("not ours");
    };
    const archive = Readable.from([await archiveOf(entriesWith())]);
    await expect(receiveArchive(archive, { folder, accept: refuse })).rejects.toThrow("not ours");
    expect(await readdir(folder)).toEqual([]);
  });

  it("is refused for a header of its own size, before the rest of it comes", async () => {
    const tar = gunzipSync(await archiveOf([["x".repeat(300), ""]]));
    // The size of the header of an extension, which a parser would keep in memory.
    tar.write("77777777777 ", 124, "latin1");
    let sent = 0;
    const endless = Readable.from(
      (async function* () {
        yield tar;
        for (; sent < 1_000; sent += 1) yield Buffer.alloc(65_536, 120);
      })(),
    );
    await expect(buffer(Readable.from(onlyPlainFiles(endless, bounds.bytes)))).rejects.toThrow(
      "no plain file",
    );
    expect(sent).toBe(0);
  });

  it("unpacks to a bounded size whatever its entries say", async () => {
    const zeros = gzipSync(Buffer.alloc(3_000_000));
    const unpacked = onlyPlainFiles(Readable.from([gunzipSync(zeros)]), 1_000_000);
    await expect(buffer(Readable.from(unpacked))).rejects.toThrow("more than 1000000 bytes");
  });
});
