import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { query } from "../contract.ts";
import { shapeOf } from "./shape.ts";
import { readSnapshot, writeSnapshot } from "./snapshots.ts";

const folder = mkdtempSync(join(tmpdir(), "contracts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const first = { find: query(z.object({ id: z.string() }), z.boolean()) };
const more = { ...first, count: query(z.object({}), z.int()) };
const other = { count: more.count };

describe("the snapshot of a contract", () => {
  it("takes up what is added, refuses what breaks it, and begins again with another version", () => {
    writeSnapshot("notes", { version: 1, contract: first }, folder);
    writeSnapshot("notes", { version: 1, contract: more }, folder);
    expect(readSnapshot("notes", 1, folder)).toEqual(shapeOf(more));
    const breaking = () => writeSnapshot("notes", { version: 1, contract: other }, folder);
    expect(breaking).toThrow("raise its version to 2");
    expect(breaking).toThrow("find is gone");
    expect(readSnapshot("notes", 1, folder)).toEqual(shapeOf(more));
    writeSnapshot("notes", { version: 2, contract: other }, folder);
    expect(readdirSync(folder).sort()).toEqual(["notes.v1.json", "notes.v2.json"]);
  });
});
