import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { type Home, passwordFile, syncFolder } from "./home.ts";
import { placeIn, run } from "./programs.ts";

export interface NewCluster {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** Whether it is forced to disk. */
  readonly sync: boolean;
}

const draftPrefix = "draft-";

/** Makes the cluster as a draft beside it that is renamed when complete: a kill in between leaves none. */
export async function initialize(home: Home, plan: NewCluster): Promise<void> {
  const { account } = plan;
  removeOldDrafts(home);
  const draft = join(home.dir, `${draftPrefix}${randomBytes(6).toString("hex")}`);
  const cluster = join(draft, "cluster");
  mkdirSync(cluster, { recursive: true, mode: 0o700 });
  if (account) chownSync(cluster, account.uid, account.gid);
  try {
    await createCluster(cluster, join(draft, passwordFile), plan);
    renameSync(join(draft, passwordFile), join(cluster, passwordFile));
    syncFolder(cluster);
    renameSync(cluster, home.cluster);
    syncFolder(home.dir);
  } catch (error) {
    // Another start was faster and owns the cluster; the lock that is taken next shows it.
    if (!statSync(home.cluster, { throwIfNoEntry: false })) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function createCluster(cluster: string, secret: string, plan: NewCluster): Promise<void> {
  const { binaries, account, sync } = plan;
  // Forced to disk: without its password the cluster cannot be opened any more.
  writeFileSync(secret, randomBytes(24).toString("hex"), { mode: 0o600, flush: true });
  if (account) chownSync(secret, account.uid, account.gid);
  const { dataArgument, options } = placeIn(cluster, account);
  const args = ["-D", dataArgument, "-U", "postgres", "--auth=scram-sha-256", "--no-instructions"];
  if (!sync) args.push("--no-sync");
  // The password is random, so stretching it would only make connecting slow.
  args.push("--set=scram_iterations=1", "--encoding=UTF8", "--lc-collate=C", "--lc-messages=C");
  args.push("--locale-provider=builtin", "--builtin-locale=C.UTF-8");
  const failures: unknown[] = [];
  // pg_trgm asks the system's locale what a letter is; not every system knows the first.
  for (const ctype of ["C.UTF-8", "en_US.UTF-8", "C"]) {
    const passwordFd = openSync(secret, "r");
    // The path may be closed to the server's user, the open file is not.
    const pwfile = account ? "/dev/fd/3" : secret;
    const stdio = ["ignore", "pipe", "pipe", passwordFd] as const;
    try {
      const all = [...args, `--lc-ctype=${ctype}`, `--pwfile=${pwfile}`];
      return await run(binaries.initdb, all, { ...options, stdio: [...stdio] });
    } catch (error) {
      failures.push(error);
    } finally {
      closeSync(passwordFd);
    }
  }
  throw failures[0];
}

/** Removes drafts of starts that were killed. The draft of a start that still runs is younger. */
function removeOldDrafts(home: Home): void {
  for (const name of readdirSync(home.dir).filter((entry) => entry.startsWith(draftPrefix))) {
    const draft = join(home.dir, name);
    const age = Date.now() - (statSync(draft, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    // One of the future was made before the clock was set back.
    if (Math.abs(age) > 10 * 60_000) rmSync(draft, { recursive: true, force: true });
  }
}
