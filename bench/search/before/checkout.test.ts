import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasCommit, missingCommit, releaseBefore, removeWorktree } from "./checkout.ts";

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

test.each([
  ["is complete", () => []],
  ["git was making, and locked", (folder: string) => ["worktree", "lock", folder]],
  [
    "git does not remove, because it is broken",
    (folder: string) => {
      writeFileSync(join(folder, ".git"), "broken");
      return [];
    },
  ],
])("a worktree that %s is removed, and git knows nothing of it", (_, spoil) => {
  const home = mkdtempSync(join(tmpdir(), "worktrees-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const git = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync("git", words, { cwd: home, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  };
  git("init", "-q");
  const author = "-c commit.gpgsign=false -c user.name=a -c user.email=a@example.com".split(" ");
  git(...author, "commit", "-q", "--allow-empty", "-m", "first");
  const folder = join(home, "checkout");
  git("worktree", "add", "--detach", folder);
  const command = spoil(folder);
  if (command.length > 0) git(...command);
  removeWorktree(folder, home);
  expect(existsSync(folder)).toBe(false);
  expect(git("worktree", "list").trim().split("\n")).toHaveLength(1);
});
