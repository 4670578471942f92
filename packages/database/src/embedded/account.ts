import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** The unprivileged user as whom root runs Postgres, which refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** For root: the cluster's owner, else `postgres` or `nobody`. Undefined for an ordinary user. */
export function serverAccount(cluster: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  // initdb insists on a user with a name, so any free number will not do.
  const account = accountNamed("postgres") ?? accountNamed("nobody");
  if (!account) throw new Error("as root, Postgres needs a user named postgres or nobody to run as");
  if (owner) chownTree(cluster, account);
  return account;
}

function accountNamed(name: string): Account | undefined {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":").map(Number) ?? [];
  return uid && gid && uid > 0 ? { uid, gid } : undefined;
}

/** A data directory restored by root (`cp -r`) belongs to root: hands it over. */
function chownTree(dir: string, account: Account): void {
  chownSync(dir, account.uid, account.gid);
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
