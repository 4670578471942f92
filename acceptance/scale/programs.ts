import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { installed } from "@marketplace/testkit/debian-package";

const folder = "/usr/lib/postgresql";

/** The folder of the programs of the newest Postgres of the distribution. */
export function postgresPrograms(): string {
  const majors = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+$/.test(name)) : [];
  const complete = majors.filter((major) => existsSync(join(folder, major, "bin/postgres")));
  const newest = complete.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (newest === undefined) throw new Error("there is no Postgres of Debian: apt-get install postgresql");
  return join(folder, newest, "bin");
}

/** The version of the server, for the report. */
export const postgresVersion = (): string =>
  execFileSync(join(postgresPrograms(), "postgres"), ["--version"], { encoding: "utf8" }).trim();

/** The version of Patroni, as numbers with dots. */
export const patroniVersion = (): string =>
  execFileSync("patroni", ["--version"], { encoding: "utf8" })
    .replace(/^patroni\s+/, "")
    .trim();

const needed = {
  postgresql: () => (existsSync(folder) ? postgresPrograms() : undefined),
  patroni: at("/usr/bin/patroni"),
  "etcd-server": at("/usr/bin/etcd"),
  "python3-etcd": at("/usr/lib/python3/dist-packages/etcd/__init__.py"),
  haproxy: at("/usr/sbin/haproxy"),
  curl: at("/usr/bin/curl"),
  iproute2: () => ["/usr/sbin/ip", "/sbin/ip"].find((path) => existsSync(path)),
};

function at(path: string): () => string | undefined {
  return () => (existsSync(path) ? path : undefined);
}

const neededForObjects = {
  radosgw: at("/usr/bin/radosgw"),
  "ceph-mon": at("/usr/bin/ceph-mon"),
  "ceph-osd": at("/usr/bin/ceph-osd"),
  "ceph-common": at("/usr/bin/ceph"),
  haproxy: needed.haproxy,
};

/** The same for the drills of the object store, which need no rights but to install. */
export function requireCeph(): void {
  install(neededForObjects);
}

/** Installs what is missing, or throws: a drill that did not run shows nothing. */
export function requirePrograms(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    throw new Error("the drills make network namespaces and mount disks: run them as root on Debian");
  install(needed);
}

function install(packages: Readonly<Record<string, () => string | undefined>>): void {
  for (const [name, find] of Object.entries(packages))
    installed({ name, find, advice: `the drills need ${name} (Debian: apt-get install ${name})` });
}
