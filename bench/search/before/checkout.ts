import { execFile, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

/** This checkout. */
export const root = resolve(import.meta.dirname, "../../..");

/**
 * The last commit with searches in Postgres, the predictor as it was before it corrected typing errors, and
 * no `POST /items/bulk`.
 */
export const releaseBefore = "fbe68ca03bb46e8d8e810a903a72a9205bb91597";

/** Whether this repository has a commit: an archive has none, a shallow clone only the last ones. */
export const hasCommit = (commit: string, folder = root): boolean =>
  spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: folder }).status === 0;

/** What to do where a commit is missing. */
export const missingCommit = (commit: string): string =>
  `This repository has no commit ${commit}. An archive of the sources has no history, and a shallow clone only a
part of it: run this in a full clone (git fetch --unshallow), or name another release by --before COMMIT.`;

/** Checks a commit out as a worktree, ready to run: installed, with its generated files. */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await run("git", ["worktree", "add", "--detach", folder, commit], root);
  const { packageManager } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const pnpm = (...words: string[]) => run("npx", ["-y", packageManager, ...words], folder);
  await pnpm("install", "--frozen-lockfile");
  await pnpm("exec", "turbo", "run", "generate");
}

/** Removes a worktree, also one that is not complete or, because `git` was making it, locked. */
export function removeWorktree(folder: string, repository = root): void {
  spawnSync("git", ["worktree", "remove", "--force", "--force", folder], { cwd: repository });
  try {
    rmSync(folder, { recursive: true, force: true });
  } finally {
    // It forgets worktrees whose folders are gone.
    spawnSync("git", ["worktree", "prune"], { cwd: repository });
  }
}

const maxOutput = 2 ** 26;

/** What a program prints. Throws, with all that it said, unless it ends with 0. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: maxOutput })).stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed\n${stdout}\n${stderr}`, { cause: error });
  }
}
