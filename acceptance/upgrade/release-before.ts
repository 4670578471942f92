import { execFileSync } from "node:child_process";

/** The newest migrations that the upgrade has to bring, where no release is tagged. */
const migrations = 5;

interface Added {
  commit: string;
  names: string[];
}

/** Parses `git log --format="commit %H" --name-only` over added migrations: newest first. */
export function parseAdded(log: string): Added[] {
  const added: Added[] = [];
  for (const line of log.split("\n")) {
    const [, commit] = /^commit ([0-9a-f]{40})$/.exec(line) ?? [];
    if (commit) added.push({ commit, names: [] });
    const [, name] = /\/migrations\/(\d+_\w+)\/migration\.sql$/.exec(line) ?? [];
    if (name) added.at(-1)?.names.push(name);
  }
  return added;
}

/** The commit that added the oldest of the newest migrations; the release before lacks all of these. */
export function firstOfNewest(added: readonly Added[], count: number): string | undefined {
  const newest = new Set(
    added
      .flatMap(({ names }) => names)
      .toSorted()
      .slice(-count),
  );
  return added.findLast(({ names }) => names.some((name) => newest.has(name)))?.commit;
}

/**
 * The commit to upgrade from: the chosen one, else the newest tag, else the newest commit without any of the
 * last five migrations. The commit before this one would show little: nothing is different in its database.
 */
export function releaseBefore(workspace: string, chosen: string | undefined): string {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: workspace, encoding: "utf8" }).trim();
  const commitOf = (name: string) => git("rev-parse", "--verify", `${name}^{commit}`);
  if (chosen !== undefined) return commitOf(chosen);
  const [tag] = git("tag", "--sort=-creatordate", "--merged", "HEAD^{commit}").split("\n").filter(Boolean);
  if (tag) return commitOf(tag);
  const files = "packages/database/prisma/*/migrations/*/migration.sql";
  const added = ["--diff-filter=A", "--no-renames", "--name-only"];
  const log = git("log", "--format=commit %H", ...added, "--", files);
  const first = firstOfNewest(parseAdded(log), migrations);
  if (first) return commitOf(`${first}^`);
  throw new Error("the history has no commit before the last migrations: name a release with --before");
}
