import { execFileSync } from "node:child_process";

/** The commit of the previous release: the newest tag in the checkout's history, or the parent commit. */
export function commitBefore(workspace: string, chosen: string | undefined): string {
  const git = (...words: string[]) =>
    execFileSync("git", words, {
      cwd: workspace,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const found = (name: string): string | undefined => {
    try {
      return git("rev-parse", "--verify", "--quiet", `${name}^{commit}`);
    } catch {
      return undefined;
    }
  };
  if (chosen !== undefined) {
    const commit = found(chosen);
    if (commit) return commit;
    throw new Error(`--from: git knows no ${chosen}`);
  }
  const [tag] = git("tag", "--sort=-creatordate", "--merged", "HEAD^{commit}").split("\n").filter(Boolean);
  const commit = (tag && found(tag)) ?? found("HEAD^");
  if (commit) return commit;
  throw new Error(
    git("rev-parse", "--is-shallow-repository") === "true"
      ? "this clone is shallow, so it has no release before: git fetch --unshallow, or name one with --from"
      : "the history has no commit before this one: name a release with --from",
  );
}
