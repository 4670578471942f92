import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasCommit, missingCommit, releaseBefore } from "./checkout.ts";

test("a folder without history has no commit of it, and the message says what to do", () => {
  const folder = mkdtempSync(join(tmpdir(), "no-history-"));
  try {
    expect(hasCommit(releaseBefore, folder)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(missingCommit("abc")).toContain("no commit abc");
  expect(missingCommit("abc")).toContain("git fetch --unshallow");
});
